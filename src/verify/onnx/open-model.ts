import { ProtobufWalk } from '../codec/protobuf.ts';
import { SchemaWatch } from '../codec/protobuf-schema.ts';
import { Broken } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { wholeFile } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { ModelReader } from './model.ts';
import type { ExternalTensor, OnnxTensors } from './tensor.ts';

/** What protobuf itself cannot exceed. */
const MOST_BYTES = 2 ** 31;

export async function openOnnx(subject: Subject): Promise<Walk> {
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
}

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
