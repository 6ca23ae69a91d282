import type { Findings } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { PyTensor } from './value.ts';

export const elementsOf = (shape: readonly number[]): number =>
  shape.reduce((product, size) => product * size, 1);

/** One past the last element of its storage that the tensor reaches; 0 when it has no element. */
export function reachOf({ shape, stride, offset }: PyTensor): number {
  if (shape.includes(0)) return 0;
  // Beyond 2^53 a double is no longer exact, but any such reach is beyond every storage too.
  return offset + 1 + shape.reduce((sum, size, i) => sum + (size - 1) * (stride[i] ?? 0), 0);
}

/** Whether some index of the tensor lands on this element of its storage. Exact for strides that do not overlap. */
export function reachesElement({ shape, stride, offset }: PyTensor, element: number): boolean {
  if (shape.includes(0)) return false;
  const dimensions = shape
    .map((size, i) => ({ size, stride: stride[i] ?? 0 }))
    .sort((a, b) => b.stride - a.stride);
  let rest = element - offset;
  for (const { size, stride: step } of dimensions) {
    if (step === 0 || rest < 0) continue;
    rest -= Math.min(Math.floor(rest / step), size - 1) * step;
  }
  return rest === 0;
}

/** A storage counts elements of its own type, bytes where it has none, and a tensor those of the tensor's. */
export function judgeReach(findings: Findings, name: string, tensor: PyTensor): void {
  const { storage, dtype } = tensor;
  if (storage === undefined) return;
  const elements =
    (storage.elements * (storage.dtype?.bits ?? 8)) / (dtype?.bits ?? storage.dtype?.bits ?? 8);
  if (reachOf(tensor) <= elements) return;
  findings.fail('L2', 'tensor-outside', `${quoted(name)} reaches beyond its storage`, {
    expected: `at most ${elements} elements`,
    found: `reaches ${reachOf(tensor)}`,
  });
}
