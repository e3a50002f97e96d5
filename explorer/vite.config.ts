import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  // Names only the files of the build; the service adds the policy that lets nothing else in.
  build: {
    outDir: "../dist/explorer",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    // The limit of the bundle, 500 KB compressed, is asserted by a test.
    chunkSizeWarningLimit: 1_500,
    target: "es2022",
  },
  // `npm exec vite explorer` serves the page while one works on it, beside a service on the default port.
  server: { proxy: { "/graphql": { target: "http://127.0.0.1:4000", ws: true } } },
});
