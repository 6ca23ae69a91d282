import type { Moments } from '../contract/moments.ts';
import { type MomentScan, plainMomentScan } from './moment-scan.ts';
import { MOMENTS_MODULE } from './moments-module.ts';
import { compiled, instanceIn, memoryOfPages, PAGE, type WasmMemory } from './wasm.ts';
import { BLOCK_BYTES } from './word-scan.ts';
import { FREE_AT, memoryWith } from './word-scan-simd.ts';

/** How the module calls the types that it reads; a complex number is two floats. */
const KINDS: Readonly<Record<string, number>> = { f32: 0, c64: 0, f64: 1, c128: 1, f16: 2, bf16: 3 };
/** Where, in the first page of a memory, it finds what came before, and room for a block of wider floats. */
const WIDE_AT = FREE_AT + 64;

interface Exports {
  moments(at: number, blocks: number, kind: number, state: number, wide: number): number;
}

interface Instance {
  moments: Exports['moments'];
  state: Float64Array;
  memory: Uint8Array;
}

/** By the memory in which the bytes lie. */
const instances = new WeakMap<WasmMemory, Instance>();

function instanceOf(module: object, memory: WasmMemory): Instance {
  const known = instances.get(memory);
  if (known !== undefined) return known;
  const made = {
    moments: instanceIn<Exports>(module, memory).moments,
    state: new Float64Array(memory.buffer, FREE_AT, 5),
    memory: new Uint8Array(memory.buffer),
  };
  instances.set(memory, made);
  return made;
}

/** `bytes` are whole blocks in the memory of the instance. What is not finite is rare, and left to the plain loop. */
function joined(
  { moments, state }: Instance,
  before: Moments,
  dtype: Parameters<MomentScan['join']>[1],
  bytes: Uint8Array,
): Moments {
  let all = before;
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    state.set([all.count, all.min, all.max, all.mean, all.squares]);
    const blocks = (bytes.length - at) / BLOCK_BYTES;
    at += moments(bytes.byteOffset + at, blocks, KINDS[dtype.name] ?? 0, FREE_AT, WIDE_AT) * BLOCK_BYTES;
    const [count = 0, min = 0, max = 0, mean = 0, squares = 0] = state;
    all = { count, min, max, mean, squares };
    if (at < bytes.length) all = plainMomentScan.join(all, dtype, bytes.subarray(at, at + BLOCK_BYTES));
  }
  return all;
}

/** 16 bytes a turn in WebAssembly, compiled when somebody first asks for moments. */
function simdMomentScan(): MomentScan {
  let module: object | undefined;
  let shared: Instance | undefined;
  return {
    join(before, dtype, bytes) {
      if (KINDS[dtype.name] === undefined || bytes.length % BLOCK_BYTES > 0)
        return plainMomentScan.join(before, dtype, bytes);
      module ??= compiled(MOMENTS_MODULE);
      if (module === undefined) return plainMomentScan.join(before, dtype, bytes);
      const own = memoryWith(bytes.buffer);
      if (own !== undefined) return joined(instanceOf(module, own), before, dtype, bytes);
      shared ??= instanceOf(module, memoryOfPages(2));
      let all = before;
      for (let at = 0; at < bytes.length; at += PAGE) {
        const room = shared.memory.subarray(PAGE, PAGE + Math.min(PAGE, bytes.length - at));
        room.set(bytes.subarray(at, at + room.length));
        all = joined(shared, all, dtype, room);
      }
      return all;
    },
  };
}

/** The fastest that this machine has. */
export const fastMomentScan: MomentScan = simdMomentScan();
