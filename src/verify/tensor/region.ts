import type { Subject } from '../contract/format.ts';
import type { StepRecord } from '../read/step-record.ts';
import { type Dtype, readScalar } from './dtype.ts';
import { ElementScan } from './element-scan.ts';
import { mayNotBeNegative, type TensorJudge } from './judge.ts';
import type { Region } from './pass.ts';

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

/** Scans the tensor as it goes by, has it judged, and offers it as a step where its name says so. */
export function tensorRegion(
  subject: Subject,
  tensor: PlacedTensor,
  judge: TensorJudge,
  steps: StepRecord,
): Region {
  const { name, dtype, shape, elements, fileOffset, bytes, littleEndian } = tensor;
  const scan = new ElementScan(dtype, {
    moments: subject.scanning.moments === true,
    littleEndian,
    countNegative: mayNotBeNegative([name]),
    mostBytes: bytes,
    firstBytes: steps.wants(name),
  });
  return {
    offset: fileOffset,
    length: bytes,
    bulk: { crc: false, scan: scan.spec, took: (slice) => slice.scan && scan.join(slice.scan) },
    feed: (piece) => scan.feed(piece),
    end() {
      const result = scan.finish();
      const value =
        elements === 1 && steps.wants(name) ? readScalar(dtype, result.firstBytes, littleEndian) : undefined;
      if (value !== undefined) steps.offer(name, value);
      const proven = tensor.proven || subject.digestGiven;
      judge.take({ names: [name], dtype, shape, elements, fileOffset, scan: result, proven });
    },
  };
}
