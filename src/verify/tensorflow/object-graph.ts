import { type ByteSink, collectedText, ProtobufWalk } from '../codec/protobuf.ts';
import type { Budgets } from '../contract/budgets.ts';

/** Under which key the tree of Python objects is saved. */
export const OBJECT_GRAPH = '_CHECKPOINTABLE_OBJECT_GRAPH';
const MOST_KEY_BYTES = 65_536;

/** Reads a `TrackableObjectGraph` as it goes by: every checkpoint key that an attribute of an object names. */
export function objectGraph(
  length: number,
  at: number,
  budgets: Budgets,
  take: (key: string) => void,
): ByteSink {
  const attribute = {
    delimited: (field: number, size: number, from: number) =>
      field === 3 ? collectedText(MOST_KEY_BYTES, size, from, take) : undefined,
  };
  const node = { delimited: (field: number) => (field === 2 ? attribute : undefined) };
  const graph = { delimited: (field: number) => (field === 1 ? node : undefined) };
  const walk = new ProtobufWalk(graph, at, length, budgets);
  return { bytes: (piece) => walk.feed(piece), done: () => walk.end() };
}
