import { compiled, instanceIn, memoryOfPages, PAGE, type WasmMemory } from './wasm.ts';
import { BLOCK_BYTES, plainWordScan, type WordScan, type WordScanJob } from './word-scan.ts';
import { WORD_SCAN_MODULE } from './word-scan-module.ts';

/** State and flags lie in the first page, so one call takes at most 63 MiB. */
const FLAGS_AT = 1024;
/** From here on the page is free again when a call is over. */
export const FREE_AT = FLAGS_AT;
const MOST_BYTES = (PAGE - FLAGS_AT) * BLOCK_BYTES;

interface Exports {
  wordScan(at: number, blocks: number, state: number, flags: number): void;
}

interface Instance {
  wordScan: Exports['wordScan'];
  state: Uint32Array;
  memory: Uint8Array;
  whole: WasmMemory;
}

const module = compiled(WORD_SCAN_MODULE);
/** By the memory in which the bytes lie; memories never grow, so their buffers stay. */
const instances = new WeakMap<ArrayBufferLike, Instance>();

/** The memory that such a buffer is, for another loop over the same bytes. */
export const memoryWith = (buffer: ArrayBufferLike): WasmMemory | undefined => instances.get(buffer)?.whole;

function instantiate(module: object, bufferBytes: number): Instance {
  const memory = memoryOfPages(1 + Math.ceil(bufferBytes / PAGE));
  const instance = {
    wordScan: instanceIn<Exports>(module, memory).wordScan,
    state: new Uint32Array(memory.buffer, 0, 32),
    memory: new Uint8Array(memory.buffer),
    whole: memory,
  };
  instances.set(memory.buffer, instance);
  return instance;
}

/** Two buffers to read into. Bytes in them are swept where they are; others are copied first. */
export interface ScanBuffers {
  readonly buffers: readonly [Uint8Array, Uint8Array];
  /** They may be given to someone else; do not touch them any more. */
  release(): void;
}

const free: { bytes: number; buffers: readonly [Uint8Array, Uint8Array] }[] = [];
const MOST_FREE = 2;

/**
 * WebAssembly memory begins at the start of a page. Large Node buffers start 16 bytes into one, where the kernel's copy runs
 * at a quarter of its speed on AMD Zen (measured; a known hardware effect).
 */
export function takeBuffers(bytes: number): ScanBuffers {
  const at = free.findIndex((each) => each.bytes === bytes);
  const [buffers] = at >= 0 ? free.splice(at, 1).map((each) => each.buffers) : [makeBuffers(bytes)];
  if (buffers === undefined) throw new Error('no buffers');
  let released = false;
  return {
    buffers,
    release() {
      if (!released && free.length < MOST_FREE) free.push({ bytes, buffers });
      released = true;
    },
  };
}

function makeBuffers(bytes: number): readonly [Uint8Array, Uint8Array] {
  // Small files do not pay for a memory of their own.
  if (module === undefined || bytes < PAGE) return [new Uint8Array(bytes), new Uint8Array(bytes)];
  const room = Math.ceil(bytes / PAGE) * PAGE;
  const { memory } = instantiate(module, 2 * room);
  return [memory.subarray(PAGE, PAGE + bytes), memory.subarray(PAGE + room, PAGE + room + bytes)];
}

/** `bytes` lie in the memory of the instance. */
function run(
  { wordScan, state, memory }: Instance,
  bytes: Uint8Array,
  job: WordScanJob,
  flags: Uint8Array,
): void {
  const { test, oddOnly, totals, print } = job;
  for (let lane = 0; lane < 4; lane += 1) {
    const tested = !oddOnly || lane % 2 === 1;
    state[lane] = tested ? test.mask : 0;
    state[4 + lane] = tested ? test.addend : 0;
    state[8 + lane] = test.test;
    state[12 + lane] = test.sign;
  }
  state.fill(0, 16, 20).fill(0xffffffff, 20, 24);
  state.set(print.sums, 24);
  state.set(print.sumsOfSums, 28);
  const blocks = bytes.length / BLOCK_BYTES;
  wordScan(bytes.byteOffset, blocks, 0, FLAGS_AT);
  flags.set(memory.subarray(FLAGS_AT, FLAGS_AT + blocks));
  const word = (i: number) => state[i] as number;
  totals.orEven |= word(16) | word(18);
  totals.orOdd |= word(17) | word(19);
  totals.andEven &= word(20) & word(22);
  totals.andOdd &= word(21) & word(23);
  for (let lane = 0; lane < 4; lane += 1) {
    print.sums[lane] = word(24 + lane) | 0;
    print.sumsOfSums[lane] = word(28 + lane) | 0;
  }
  print.bytes += bytes.length;
}

/** 16 bytes a turn in WebAssembly; about 30 GB/s where the data is in cache. */
function simdWordScan(module: object): WordScan {
  const scratchBytes = PAGE;
  let shared: Instance | undefined;
  return {
    run(bytes, job, flags) {
      const own = instances.get(bytes.buffer);
      if (own !== undefined && bytes.length <= MOST_BYTES) {
        run(own, bytes, job, flags);
        return;
      }
      shared ??= instantiate(module, scratchBytes);
      for (let at = 0; at < bytes.length; at += scratchBytes) {
        const room = shared.memory.subarray(PAGE, PAGE + Math.min(scratchBytes, bytes.length - at));
        room.set(bytes.subarray(at, at + room.length));
        run(shared, room, job, flags.subarray(at / BLOCK_BYTES));
      }
    },
  };
}

/** The fastest scan that this machine has. */
export const fastWordScan: WordScan = module === undefined ? plainWordScan : simdWordScan(module);
