import { topFields } from '../codec/top-fields.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';

const GRAPH_FIELD = 7;
/** What a graph begins with: node, name, initializer, documentation, input or output. */
const GRAPH_TAGS = [0x0a, 0x12, 0x2a, 0x52, 0x5a, 0x62];
/** Field numbers of `ModelProto`, with their wire types. */
const MODEL_FIELDS: Readonly<Record<number, number>> = {
  1: 0,
  2: 2,
  3: 2,
  4: 2,
  5: 0,
  6: 2,
  7: 2,
  8: 2,
  14: 2,
  20: 2,
  25: 2,
  26: 2,
};

/** One protobuf message, with the weights inside it or in files beside it. It carries no checksum. */
export const onnx: Format = {
  name: 'onnx',
  proves:
    'every message by its schema; IR version, graph and operator sets present; each tensor has one carrier of the size of its shape and type, in sub-graphs and functions too; what a node uses is made, and made once; operators of ONNX’s own domains up to onnx 1.23: that they are there in that version of the set, with their inputs, outputs and attributes (what only ONNX’s checker refuses is degraded); values. Not the operators of other domains, nor which types fit together',
  checksum: 'none',

  recognises(probe: Probe): boolean {
    const fields = topFields(probe.head, probe.sizeBytes);
    const first = fields[0];
    if (first === undefined || first.field !== 1 || first.wire !== 0) return false;
    // The IR version has one byte, and the graph is met before anything that no model has.
    for (const { field, wire, at, length } of fields) {
      if (MODEL_FIELDS[field] !== wire) return false;
      // Also when the graph is cut: a model of which half is missing is broken, not unknown.
      if (field === GRAPH_FIELD) return length > 0 && GRAPH_TAGS.includes(probe.head[at] ?? 0);
    }
    return false;
  },

  async open(subject: Subject): Promise<Walk> {
    const { openOnnx } = await import('./open-model.ts');
    return openOnnx(subject);
  },
};
