import { ProtobufWalk } from '../codec/protobuf.ts';
import { SchemaWatch } from '../codec/protobuf-schema.ts';
import { topFields } from '../codec/top-fields.ts';
import { Broken } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { wholeFile } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { ModelReader } from './model.ts';
import type { ExternalTensor, OnnxTensors } from './tensor.ts';

/** What protobuf itself cannot exceed. */
const MOST_BYTES = 2 ** 31;
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
    'every message by its schema; IR version, graph and operator sets present; each tensor has one carrier of the size of its shape and type, in sub-graphs and functions too; what a node uses is made, and made once; values',
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
    const { walk, externals } = openModel(subject);
    return {
      ...walk,
      finish(complete) {
        walk.finish(complete);
        const [first] = externals;
        if (first === undefined) return;
        const what =
          'keeps tensors in other files, which only their folder can prove: verify the directory, not this file';
        subject.findings.inconclusive('L2', 'external-data', what, {
          found: `${externals.length} of them, the first in ${JSON.stringify((first.entries.get('location') ?? '').slice(0, 80))}`,
        });
      },
    };
  },
};

export interface OpenModel {
  walk: Walk;
  /** Filled by the pass. */
  externals: ExternalTensor[];
  /** What judges the tensors inside, and those outside once they are read. `finish` settles it. */
  tensors: OnnxTensors;
}

/** The model as one region. Tensors in other files are listed, and left to the caller. */
export function openModel(subject: Subject): OpenModel {
  const { sizeBytes, budgets, findings } = subject;
  if (sizeBytes >= MOST_BYTES) {
    const what = 'is larger than a protobuf message can be: no reader takes it';
    throw new Broken('L1', 'protobuf-too-large', what, {
      expected: `< ${MOST_BYTES} bytes`,
      found: `${sizeBytes} bytes`,
    });
  }
  const tensors: OnnxTensors = {
    subject,
    watch: new SchemaWatch(findings),
    book: new TensorBook(subject),
    externals: [],
    count: 0,
  };
  const walk = new ProtobufWalk(new ModelReader(tensors), 0, sizeBytes, budgets);
  return {
    externals: tensors.externals,
    tensors,
    walk: {
      checksummed: false,
      reaches: 'L3',
      regions: () => [wholeFile(subject, { feed: (piece) => walk.feed(piece), end: () => walk.end() })],
      finish(complete) {
        // Of a model that broke off, what is missing is no news.
        if (complete) tensors.book.settle(tensors.count);
      },
      tensors: () => tensors.book.summary,
    },
  };
}
