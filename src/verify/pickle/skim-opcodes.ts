/** What an interpreter makes of a line. */
export type LineOf = 'any' | 'integer' | 'float' | 'index' | 'quoted' | 'name';

/** What stands behind an opcode: so many bytes; a length and as many bytes; so many lines. */
export type Argument =
  | { kind: 'bytes'; bytes: number; lines?: undefined }
  | { kind: 'length'; bytes: 1 | 4 | 8; signed: boolean; lines?: undefined }
  | { kind: 'lines'; lines: 1 | 2; check: LineOf };

/** What it does besides taking and pushing. `to-mark`: takes the last mark and what lies above it, before all else. */
export type Does = 'mark' | 'pop' | 'stop' | 'to-mark' | 'import' | 'call' | 'call-mark' | 'import-call';

/** An opcode by what it does to the depth of the stack. */
export interface Opcode {
  argument?: Argument;
  does?: Does;
  /** Items that must lie above the last mark; how many of them it takes; how many it pushes. */
  needs?: number;
  drops?: number;
  pushes?: number;
}

const bytes = (count: number): Argument => ({ kind: 'bytes', bytes: count });
const counted = (count: 1 | 4 | 8, signed = false): Argument => ({ kind: 'length', bytes: count, signed });
const line = (check: LineOf): Argument => ({ kind: 'lines', lines: 1, check });
const NAMES: Argument = { kind: 'lines', lines: 2, check: 'name' };

const push = (argument?: Argument): Opcode => ({
  pushes: 1,
  ...(argument === undefined ? {} : { argument }),
});
const swap = (needs: number, does?: Does): Opcode => ({
  needs,
  drops: needs,
  pushes: 1,
  ...(does === undefined ? {} : { does }),
});
const fill = (taken: number): Opcode => ({ needs: taken + 1, drops: taken });
const fromMark: Opcode = { does: 'to-mark', pushes: 1 };
const intoBelow: Opcode = { does: 'to-mark', needs: 1 };
const look = (argument?: Argument): Opcode => ({ needs: 1, ...(argument === undefined ? {} : { argument }) });

const BY_LETTER: Record<string, Opcode> = {
  '(': { does: 'mark' },
  '.': { does: 'stop', needs: 1 },
  '0': { does: 'pop', needs: 1, drops: 1 },
  '1': { does: 'to-mark' },
  '2': { needs: 1, pushes: 1 },
  F: push(line('float')),
  I: push(line('integer')),
  L: push(line('integer')),
  J: push(bytes(4)),
  K: push(bytes(1)),
  M: push(bytes(2)),
  N: push(),
  G: push(bytes(8)),
  S: push(line('quoted')),
  T: push(counted(4, true)),
  U: push(counted(1)),
  V: push(line('any')),
  X: push(counted(4)),
  B: push(counted(4)),
  C: push(counted(1)),
  // PERSID is none of them: whoever was told no loader of such ids gives up, and PyTorch's takes none of text.
  Q: swap(1),
  R: swap(2, 'call'),
  b: { ...fill(1), does: 'call' },
  c: { ...push(NAMES), does: 'import' },
  i: { ...push(NAMES), does: 'import-call' },
  o: { pushes: 1, does: 'call-mark' },
  a: fill(1),
  s: fill(2),
  e: intoBelow,
  u: intoBelow,
  d: fromMark,
  l: fromMark,
  t: fromMark,
  '}': push(),
  ']': push(),
  ')': push(),
  g: push(line('index')),
  h: push(bytes(1)),
  j: push(bytes(4)),
  p: look(line('index')),
  q: look(bytes(1)),
  r: look(bytes(4)),
};

const BY_CODE: Record<number, Opcode> = {
  128: { argument: bytes(1) },
  129: swap(2, 'call'),
  // Extensions stand for imports that were registered.
  130: { ...push(bytes(1)), does: 'import' },
  131: { ...push(bytes(2)), does: 'import' },
  132: { ...push(bytes(4)), does: 'import' },
  133: swap(1),
  134: swap(2),
  135: swap(3),
  136: push(),
  137: push(),
  138: push(counted(1)),
  139: push(counted(4, true)),
  140: push(counted(1)),
  141: push(counted(8)),
  142: push(counted(8)),
  143: push(),
  144: intoBelow,
  145: fromMark,
  146: swap(3, 'call'),
  147: swap(2, 'import'),
  148: look(),
  149: { argument: bytes(8) },
  150: push(counted(8)),
  151: push(),
  152: look(),
};

/** By their byte: all opcodes of protocols 0 to 5. */
export const OPCODES: readonly (Opcode | undefined)[] = Array.from(
  { length: 256 },
  (_none, byte) => BY_LETTER[String.fromCharCode(byte)] ?? BY_CODE[byte],
);
