import { pathToFileURL } from "node:url";
import { join } from "node:path";

const PACKAGES = join(import.meta.dirname, "../../packages");

/** Code whose imports of `@palimpsest/…` lead to the packages as `npm run build` made them here. */
export const withBuiltPackages = (code: string): string =>
  code.replaceAll(/"@palimpsest\/([a-z-]+)"/gu, (_import, name: string) =>
    JSON.stringify(pathToFileURL(join(PACKAGES, name, "dist/index.js")).href),
  );
