import { isUtf8 } from 'node:buffer';
import { Broken } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { ArrayLayout, IndexType } from './arrow-layout.ts';
import { type Fault, judgeListViews, judgeRunEnds, judgeUnion, judgeViews } from './arrow-nested.ts';

/** One array of a batch with its buffers unpacked; `undefined` is one that was not read. */
export interface ArrowArray {
  layout: ArrayLayout;
  elements: number;
  nulls: number;
  buffers: readonly (Uint8Array | undefined)[];
  /** How long each of its children is. */
  below: readonly number[];
  /** Its numbers are ends of runs, of an array of so many elements. */
  runsTo: number | undefined;
  /** Of an array of indices: how many values there are to point at, where that is known. */
  values: number | undefined;
  /** Of its message in the file, for errors. */
  offset: number;
}

/**
 * Holds what an array is made of together: as many nulls as it says, places that ascend inside what they point into, texts that are
 * UTF-8, indices that something stands behind. Readers go by these without looking, or break at them.
 */
export function judgeArray(array: ArrowArray): void {
  const { layout, elements, nulls, buffers, offset } = array;
  const fault: Fault = (what, extra = {}) =>
    new Broken('L2', 'arrow-values', `column ${quoted(layout.name)} ${what}`, { offset, ...extra });
  if (elements === 0) return;
  const of = (...kinds: unknown[]) => layout.buffers.findIndex((kind) => kinds.includes(kind));
  const bitmap = buffers[of('validity')];
  const validity = bitmap !== undefined && bitmap.length > 0 ? bitmap : undefined;
  if (validity !== undefined) {
    const found = elements - bitsSet(validity, elements);
    if (found !== nulls)
      throw fault('has another number of nulls than it says', { expected: `${nulls}`, found: `${found}` });
  }
  const isValid = (i: number): boolean =>
    validity === undefined || ((validity[i >> 3] as number) & (1 << (i & 7))) !== 0;
  if (layout.indices !== undefined) {
    const numbers = buffers[layout.buffers.findIndex((kind) => typeof kind === 'object')];
    if (numbers !== undefined && array.values !== undefined)
      judgeIndices(numbers, layout.indices, { elements, values: array.values, isValid, fault });
    return;
  }
  judgeNumbered(array, isValid, fault);
  const at = of('offsets32', 'offsets64');
  const places = buffers[at];
  if (at < 0 || places === undefined) return;
  const text = buffers[of('bytes')];
  const wide = layout.buffers[at] === 'offsets64';
  const most = layout.buffers.includes('bytes') ? text?.length : array.below[0];
  judgePlaces(places, wide, elements, most, fault);
  if (layout.isText && text !== undefined) judgeText(text, places, wide, { elements, isValid, fault });
}

/** What an array goes by whose own buffers are numbers of fixed size. */
function judgeNumbered(array: ArrowArray, isValid: (i: number) => boolean, fault: Fault): void {
  const { layout, elements, buffers, below, runsTo } = array;
  const { nesting } = layout;
  const first = layout.buffers.findIndex((kind) => typeof kind === 'object');
  const [one, two] = [buffers[first], buffers[first + 1]];
  if (one === undefined) return;
  const kind = layout.buffers[first];
  const bits = typeof kind === 'object' ? kind.bits : 0;
  const slots = { elements, isValid, fault };
  if (runsTo !== undefined) judgeRunEnds(viewOf(one), bits, elements, { elements: runsTo, fault });
  else if (layout.variadic) {
    const contents = buffers.slice(first + 1);
    if (contents.every((content) => content !== undefined))
      judgeViews(viewOf(one), contents, layout.isText, slots);
  } else if (nesting?.kind === 'list-view') {
    const [items = 0] = below;
    if (two !== undefined) judgeListViews([viewOf(one), viewOf(two)], bits === 64, items, slots);
  } else if (nesting?.kind === 'sparse-union') judgeUnion(one, undefined, nesting, below, slots);
  else if (nesting?.kind === 'dense-union' && two !== undefined)
    judgeUnion(one, viewOf(two), nesting, below, slots);
}

/** Among the first `count` bits, the lowest of a byte first. */
function bitsSet(bytes: Uint8Array, count: number): number {
  let set = 0;
  const whole = count >> 3;
  for (let i = 0; i < whole; i += 1) set += ONES[bytes[i] as number] as number;
  const rest = count & 7;
  return rest === 0 ? set : set + (ONES[(bytes[whole] as number) & ((1 << rest) - 1)] as number);
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

function placeAt(view: DataView, wide: boolean, i: number): number {
  return wide ? Number(view.getBigInt64(8 * i, true)) : view.getInt32(4 * i, true);
}

/** One more than there are elements. */
function judgePlaces(
  places: Uint8Array,
  wide: boolean,
  elements: number,
  most: number | undefined,
  fault: Fault,
): void {
  const view = viewOf(places);
  let before = 0;
  for (let i = 0; i <= elements; i += 1) {
    const place = placeAt(view, wide, i);
    if (place < before) throw fault('has places that do not ascend', { found: `${place} behind ${before}` });
    before = place;
  }
  if (most !== undefined && before > most)
    throw fault('points behind the end of its content', { expected: `at most ${most}`, found: `${before}` });
}

interface Slots {
  elements: number;
  isValid(i: number): boolean;
  fault: Fault;
}

/** All of it at once where that goes well; else one by one, for what lies behind a null is nobody's. */
function judgeText(text: Uint8Array, places: Uint8Array, wide: boolean, slots: Slots): void {
  const view = viewOf(places);
  const [from, to] = [placeAt(view, wide, 0), placeAt(view, wide, slots.elements)];
  const isContinued = (at: number): boolean => at < to && ((text[at] as number) & 0xc0) === 0x80;
  let isWhole = isUtf8(text.subarray(from, to));
  for (let i = 0; isWhole && i <= slots.elements; i += 1) isWhole = !isContinued(placeAt(view, wide, i));
  if (isWhole) return;
  for (let i = 0; i < slots.elements; i += 1) {
    if (!slots.isValid(i) || isUtf8(text.subarray(placeAt(view, wide, i), placeAt(view, wide, i + 1))))
      continue;
    throw slots.fault('holds a text that is not UTF-8', { found: `element ${i}` });
  }
}

function judgeIndices(
  numbers: Uint8Array,
  { bits, isSigned }: IndexType,
  { elements, values, isValid, fault }: Slots & { values: number },
): void {
  const view = viewOf(numbers);
  const read = READ[bits];
  if (read === undefined) return;
  for (let i = 0; i < elements; i += 1) {
    const index = read(view, i, isSigned);
    if (index >= 0 && index < values) continue;
    if (!isValid(i)) continue;
    throw fault('has an index that nothing stands behind', {
      expected: values === 0 ? 'a dictionary with values before it' : `0 to ${values - 1}`,
      found: `${index}`,
    });
  }
}

const READ: Readonly<Record<number, (view: DataView, i: number, isSigned: boolean) => number>> = {
  8: (view, i, isSigned) => (isSigned ? view.getInt8(i) : view.getUint8(i)),
  16: (view, i, isSigned) => (isSigned ? view.getInt16(2 * i, true) : view.getUint16(2 * i, true)),
  32: (view, i, isSigned) => (isSigned ? view.getInt32(4 * i, true) : view.getUint32(4 * i, true)),
  64: (view, i, isSigned) =>
    Number(isSigned ? view.getBigInt64(8 * i, true) : view.getBigUint64(8 * i, true)),
};
