export { PalimpsestStore, type PalimpsestStoreOptions } from "./store.ts";
