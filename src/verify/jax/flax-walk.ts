import type { Subject, Walk } from '../contract/format.ts';
import { PushParser } from '../read/push-parser.ts';
import { wholeFile } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { FlaxArrays, flaxProgram } from './flax-arrays.ts';
import { MOST_DEPTH } from './msgpack-stream.ts';

export async function openFlax(subject: Subject): Promise<Walk> {
  const book = new TensorBook(subject);
  const arrays = new FlaxArrays(subject, book);
  const parser = new PushParser(flaxProgram(arrays, subject, MOST_DEPTH));
  return {
    checksummed: false,
    reaches: 'L3',
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => parser.feed(...piece),
        end: () => parser.end(subject.sizeBytes),
      }),
    ],
    finish(complete) {
      arrays.settle();
      if (complete) book.settle(arrays.declared);
    },
    tensors: () => book.summary,
  };
}
