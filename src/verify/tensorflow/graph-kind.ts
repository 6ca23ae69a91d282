import { type TopField, topFields } from '../codec/top-fields.ts';
import type { Probe } from '../contract/format.ts';

/** Of which of the two a message begins, as far as its head shows. */
export function graphKindOf({
  head,
  sizeBytes,
}: Pick<Probe, 'head' | 'sizeBytes'>): 'saved-model' | 'graph' | undefined {
  const fields = topFields(head, sizeBytes);
  const [first, second] = fields;
  if (first === undefined) return undefined;
  const isSaved =
    first.field === 1 &&
    first.wire === 0 &&
    head[1] === 1 &&
    second?.field === 2 &&
    second.wire === 2 &&
    holdsMetaGraph(head, second);
  if (isSaved) return 'saved-model';
  return first.field === 1 && first.wire === 2 && holdsNode(head, first) ? 'graph' : undefined;
}

/** A meta graph begins with its own description or, where that is empty, the graph. */
const holdsMetaGraph = (head: Uint8Array, { at }: TopField): boolean =>
  head[at] === 0x0a || head[at] === 0x12;

/** A node begins with its name and, in words of letters, its operation. */
function holdsNode(head: Uint8Array, { at, length }: TopField): boolean {
  const node = topFields(head.subarray(at, Math.min(head.length, at + length)), length);
  const [name, op] = node;
  if (name?.field !== 1 || name.wire !== 2 || op?.field !== 2 || op.wire !== 2) return false;
  const text = (field: TopField) =>
    Buffer.from(head.subarray(at + field.at, at + field.at + field.length)).toString('latin1');
  return /^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$/.test(text(name)) && /^[A-Z_][A-Za-z0-9_>]*$/.test(text(op));
}
