import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { graphKindOf } from './graph-kind.ts';

/** A program of TensorFlow in one file: a SavedModel's graph without its folder, or a frozen graph with its weights. */
export const tfGraph: Format = {
  name: 'tf-graph',
  proves:
    'messages hold together, graphs are there; operations that touch files or foreign code are listed (degraded); the weights only with the folder (SavedModel) or not at all (frozen graph)',
  checksum: 'none',

  recognises: (probe: Probe) => graphKindOf(probe) !== undefined,

  async open(subject: Subject): Promise<Walk> {
    const { openGraphAlone } = await import('./open-graph.ts');
    return openGraphAlone(subject);
  },
};
