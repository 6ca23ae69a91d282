/** The part of WebAssembly's interface that is used here; the types of Node do not describe it. */
interface Wasm {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
  Memory: new (pages: { initial: number; maximum: number }) => WasmMemory;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };

/** Of a page of WebAssembly's memory. */
export const PAGE = 65_536;

/** @returns undefined where this machine lacks what the module uses */
export function compiled(base64: string): object | undefined {
  const bytes = Buffer.from(base64, 'base64');
  return wasm.validate(bytes) ? new wasm.Module(bytes) : undefined;
}

/** A memory that never grows, so that its buffer stays. */
export const memoryOfPages = (pages: number): WasmMemory =>
  new wasm.Memory({ initial: pages, maximum: pages });

export const instanceIn = <Exports>(module: object, memory: WasmMemory): Exports =>
  new wasm.Instance(module, { host: { memory } }).exports as Exports;
