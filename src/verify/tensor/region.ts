import type { Subject } from '../contract/format.ts';
import type { Dtype } from './dtype.ts';
import { ElementScan } from './element-scan.ts';
import { mayNotBeNegative } from './judge.ts';
import type { Region } from './pass.ts';
import type { TensorBook } from './tensor-book.ts';

/** One tensor whose elements lie in one stretch of the file. */
export interface PlacedTensor {
  /** From the file: untrusted text. */
  name: string;
  dtype: Dtype;
  shape: readonly number[];
  elements: number;
  fileOffset: number;
  bytes: number;
  littleEndian: boolean;
  /** A checksum of the format vouches for the bytes; a manifest digest always does. */
  proven: boolean;
}

/** Scans the tensor as it goes by, and enters it where tensors are judged. */
export function tensorRegion(subject: Subject, tensor: PlacedTensor, book: TensorBook): Region {
  const { name, dtype, shape, elements, fileOffset, bytes, littleEndian } = tensor;
  const scan = new ElementScan(dtype, {
    moments: subject.scanning.moments === true,
    littleEndian,
    countNegative: mayNotBeNegative([name]),
    mostBytes: bytes,
    firstBytes: book.steps.wants(name),
  });
  return {
    offset: fileOffset,
    length: bytes,
    bulk: { crc: false, scan: scan.spec, took: (slice) => slice.scan && scan.join(slice.scan) },
    feed: (piece) => scan.feed(piece),
    end() {
      const proven = tensor.proven || subject.digestGiven;
      const names = [name];
      book.take(
        { names, dtype, shape, elements, fileOffset, proven, scan: scan.finish(), isPlain: littleEndian },
        littleEndian,
      );
    },
  };
}
