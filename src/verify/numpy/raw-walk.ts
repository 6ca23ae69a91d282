import { Broken, Unsettled } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { dtypeNamed } from '../tensor/numpy-names.ts';
import { tensorRegion } from '../tensor/region.ts';
import { TensorBook } from '../tensor/tensor-book.ts';

export function openRaw(subject: Subject): Walk {
  const { sizeBytes, expectation } = subject;
  const { dtype: name = '' } = expectation;
  const dtype = dtypeNamed(name);
  if (dtype === undefined) throw new Unsettled('L1', 'dtype-unknown', `"${name}" is no type that we know`);
  const elementBytes = dtype.bits / 8;
  if (sizeBytes % elementBytes !== 0)
    throw new Broken('L1', 'raw-length', `is not made of whole elements of ${name}`, {
      expected: `a multiple of ${elementBytes} bytes`,
      found: `${sizeBytes} bytes`,
    });
  const book = new TensorBook(subject);
  const elements = sizeBytes / elementBytes;
  const place = { name: '(root)', dtype, shape: [elements], elements, fileOffset: 0, bytes: sizeBytes };
  return {
    checksummed: false,
    reaches: 'L3',
    regions: () => [tensorRegion(subject, { ...place, littleEndian: true, proven: false }, book)],
    finish: () => book.settle(1),
    tensors: () => book.summary,
  };
}
