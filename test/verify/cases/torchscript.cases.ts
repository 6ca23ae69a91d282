import type { Cases } from '../cases.ts';
import { fixture } from '../fixtures.ts';
import { memberAt } from '../torch-places.ts';

const script = () => fixture('torch/script.pt');
const weight = memberAt(script(), 'script/data/0');

const frozen = () => fixture('torch/frozen.pt');
const constant = memberAt(frozen(), 'frozen/constants/0');

export const cases: Cases = {
  formats: [
    {
      format: 'torchscript',
      name: 'a scripted module',
      bytes: script,
      // Code stays code, whatever the digest says.
      verdict: 'pass-degraded',
      verdictWithDigest: 'pass-degraded',
      payload: { ...weight, guarded: true },
      float: { at: weight.from + 8, type: 'f32' },
    },
    {
      format: 'torchscript',
      name: 'a frozen model',
      bytes: frozen,
      verdict: 'pass-degraded',
      verdictWithDigest: 'pass-degraded',
      payload: { ...constant, guarded: true },
      float: { at: constant.from + 8, type: 'f32' },
    },
  ],
};
