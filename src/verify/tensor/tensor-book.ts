import type { Matter } from '../contract/format.ts';
import { NO_TENSORS, type TensorSummary } from '../contract/verdict.ts';
import { StepRecord } from '../read/step-record.ts';
import { readScalar } from './element-values.ts';
import { TensorJudge } from './judge.ts';
import type { ScannedTensor } from './scanned-tensor.ts';

/** What the tensors of a file or a set are entered into: each is judged, one of them may be the step, all are summed up. */
export class TensorBook {
  readonly judge: TensorJudge;
  readonly steps: StepRecord;
  /** Nothing until `settle`. */
  summary: TensorSummary = NO_TENSORS;

  constructor(subject: Matter) {
    this.judge = new TensorJudge(subject);
    this.steps = new StepRecord(subject);
  }

  take(tensor: ScannedTensor, littleEndian = true): void {
    const [name = ''] = tensor.names;
    const mayBeStep = tensor.elements === 1 && this.steps.wants(name);
    const value = mayBeStep ? readScalar(tensor.dtype, tensor.scan.firstBytes, littleEndian) : undefined;
    if (value !== undefined) this.steps.offer(name, value);
    this.judge.take(tensor);
  }

  /** Call once. @param declared how many tensors the file lists */
  settle(declared: number): void {
    this.steps.settle();
    this.summary = this.judge.settle(declared);
  }
}
