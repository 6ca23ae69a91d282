import { isUtf8 } from 'node:buffer';
import type { Broken } from '../contract/findings.ts';

/** How an array stands to those below it, where its type says so. */
export interface Nesting {
  kind: 'list' | 'map' | 'fixed-list' | 'list-view' | 'struct' | 'runs' | 'dense-union' | 'sparse-union';
  /** Of a list of a fixed length: how long each is. */
  each: number;
  /** Of a union: by its child, the number that stands for it; empty where they are counted from 0. */
  codes: readonly number[];
  /** How many arrays behind it each of its children begins. */
  children: readonly number[];
}

/** What a message says of one array. */
export interface ArrowNode {
  elements: number;
  nulls: number;
}

export type Fault = (what: string, extra?: object) => Broken;

/**
 * Whether the arrays below one are as long as it needs them, before any buffer is read. Readers abort or read beyond their
 * memory where they are shorter (pyarrow 26).
 *
 * @param below the nodes of its children, and of a map the keys behind its pairs
 */
export function judgeBelow(
  { kind, each }: Nesting,
  { elements }: ArrowNode,
  below: readonly ArrowNode[],
  fault: Fault,
): void {
  const mustHave = (least: number) => {
    const short = below.find((child) => !(child.elements >= least));
    if (short !== undefined)
      throw fault('has less below it than its elements need', {
        expected: `at least ${least} elements`,
        found: `${short.elements}`,
      });
  };
  if (kind === 'struct' || kind === 'sparse-union') mustHave(elements);
  else if (kind === 'fixed-list') mustHave(each * elements);
  else if (kind === 'map' && below.some(({ nulls }) => nulls > 0))
    throw fault('is a map with a key that is left out');
  else if (kind === 'runs') {
    const [ends, values] = below;
    if (ends === undefined || values === undefined) return;
    if (ends.nulls > 0) throw fault('has runs without an end');
    if (ends.elements > values.elements || (elements > 0 && ends.elements === 0))
      throw fault('has runs without a value', {
        expected: `${ends.elements} values`,
        found: `${values.elements}`,
      });
  }
}

interface Slots {
  elements: number;
  isValid(i: number): boolean;
  fault: Fault;
}

const INLINE_BYTES = 12;

/** Texts and bytes of up to 12 bytes in their place, longer ones by their first four and where the rest lies. */
export function judgeViews(
  views: DataView,
  contents: readonly Uint8Array[],
  isText: boolean,
  { elements, isValid, fault }: Slots,
): void {
  for (let i = 0; i < elements; i += 1) {
    if (!isValid(i)) continue;
    const at = 16 * i;
    const found = `element ${i}`;
    const length = views.getInt32(at, true);
    if (length < 0) throw fault('has a view of a negative length', { found });
    let own = bytesIn(views, at + 4, Math.min(length, INLINE_BYTES));
    if (length > INLINE_BYTES) {
      const content = contents[views.getInt32(at + 8, true)];
      const from = views.getInt32(at + 12, true);
      if (content === undefined || from < 0 || from + length > content.length)
        throw fault('has a view of what lies outside its content', { found });
      own = content.subarray(from, from + length);
      for (let byte = 0; byte < 4; byte += 1)
        if (own[byte] !== views.getUint8(at + 4 + byte))
          throw fault('has a view that begins otherwise than its content', { found });
    } else if (bytesIn(views, at + 4 + length, INLINE_BYTES - length).some((byte) => byte !== 0))
      // Readers compare all 16 bytes at once.
      throw fault('has a view that is not filled up with zeros', { found });
    if (isText && !isUtf8(own)) throw fault('holds a text that is not UTF-8', { found });
  }
}

const bytesIn = (view: DataView, at: number, bytes: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + at, bytes);

/** Where each list begins and how long it is, also behind a null. */
export function judgeListViews(
  [places, lengths]: readonly [DataView, DataView],
  wide: boolean,
  items: number,
  { elements, fault }: Omit<Slots, 'isValid'>,
): void {
  const read = (view: DataView, i: number) =>
    wide ? Number(view.getBigInt64(8 * i, true)) : view.getInt32(4 * i, true);
  for (let i = 0; i < elements; i += 1) {
    const [from, length] = [read(places, i), read(lengths, i)];
    if (from >= 0 && length >= 0 && from + length <= items) continue;
    throw fault('has a list outside its items', {
      expected: `inside 0 to ${items}`,
      found: `${length} from ${from}`,
    });
  }
}

/** Which child each element is of, and of a dense union which of its elements: these ascend for each child. */
export function judgeUnion(
  types: Uint8Array,
  places: DataView | undefined,
  { codes, children }: Nesting,
  below: readonly number[],
  { elements, fault }: Omit<Slots, 'isValid'>,
): void {
  const childOf = new Map(children.map((_, i) => [codes[i] ?? i, i]));
  const last = below.map(() => 0);
  for (let i = 0; i < elements; i += 1) {
    const type = ((types[i] as number) << 24) >> 24;
    const child = childOf.get(type);
    if (child === undefined) throw fault('has an element of a type that it has not', { found: `${type}` });
    if (places === undefined) continue;
    const place = places.getInt32(4 * i, true);
    if (place < (last[child] as number) || place >= (below[child] as number))
      throw fault('has places that do not ascend inside its content', {
        expected: `${last[child]} to ${(below[child] as number) - 1}`,
        found: `${place}`,
      });
    last[child] = place;
  }
}

/** Ends of runs: each behind the one before, up to the end of the array. */
export function judgeRunEnds(
  ends: DataView,
  bits: number,
  count: number,
  { elements, fault }: Omit<Slots, 'isValid'>,
): void {
  let before = 0;
  for (let i = 0; i < count; i += 1) {
    const end =
      bits === 16
        ? ends.getInt16(2 * i, true)
        : bits === 32
          ? ends.getInt32(4 * i, true)
          : Number(ends.getBigInt64(8 * i, true));
    if (end <= before) throw fault('has runs that do not ascend', { found: `${end} behind ${before}` });
    before = end;
  }
  if (before < elements)
    throw fault('has runs that end before its last element', {
      expected: `at least ${elements}`,
      found: `${before}`,
    });
}
