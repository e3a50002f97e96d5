export { memoryMiddleware, withMemory, type MemoryOptions } from "./with-memory.ts";
export { memoryTools } from "./tools.ts";
