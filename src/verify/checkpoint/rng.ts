import type { Matter } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { arrayIn } from '../pickle/numpy.ts';
import { itemsOf, type NamedDict } from '../pickle/pickled-parts.ts';
import { PyTensor, PyTuple, type PyValue } from '../pickle/value.ts';

const RANDOM = /(^|[._])(rng|random|seed)s?([._]|$)|rng_?state|random_?state/i;
/** Other generators than the CPU's have states of other sizes. */
const DEVICE = /cuda|gpu|xpu|mps|npu|hpu|tpu|xla|generator/i;
/** PyTorch's CPU generator: its state of today (measured) and that of before 1.0, which it still takes. */
const CPU_BYTES = [5056, 5048];
/** CUDA's, and its older form. */
const CUDA_BYTES = [16, 816];
const PYTHON_WORDS = 625;
/** Options beside a name like `random_size` are tuples of a few numbers. */
const FEWEST_WORDS = 32;
const NUMPY_WORDS = 624;

/** The states of random generators that trainers keep to go on from: each has the one size with which it can be set. */
export function judgeRandomStates(subject: Matter, dicts: readonly NamedDict[]): void {
  for (const { path, dict } of dicts) {
    for (const [key, value] of dict.entries.values()) {
      const name = path === '' ? String(key) : `${path}.${String(key)}`;
      if (typeof key === 'string' && (RANDOM.test(name) || RANDOM_KEYS.has(key))) judge(subject, name, value);
    }
  }
}

/** As the Hugging Face Trainer calls them, in a file of nothing else. */
const RANDOM_KEYS = new Set(['torch_manual_seed']);

function judge(subject: Matter, name: string, value: PyValue): void {
  if (value instanceof PyTensor) judgeTorch(subject, name, value);
  else if (value instanceof PyTuple) judgeTuple(subject, name, value);
}

function judgeTorch({ findings }: Matter, name: string, { dtype, shape }: PyTensor): void {
  if (dtype?.name !== 'u8' || shape.length !== 1) return;
  const [bytes = 0] = shape;
  if (DEVICE.test(name) || CPU_BYTES.includes(bytes) || CUDA_BYTES.includes(bytes)) return;
  const where = { expected: `${CPU_BYTES[0]} bytes`, found: `${bytes} bytes` };
  const what = `${quoted(name)} is no state of PyTorch's generator`;
  if (/torch|cpu/i.test(name)) findings.fail('L3', 'rng-size', what, where);
  else findings.note('L3', 'rng-size', what, where);
}

/** `random.getstate()`: (3, 625 numbers, gauss). `numpy.random.get_state()`: ('MT19937', 624 words, ...). */
function judgeTuple({ findings }: Matter, name: string, { items }: PyTuple): void {
  const [version, state] = items;
  const says = (expected: number, found: number) => {
    if (found !== expected && found >= FEWEST_WORDS)
      findings.fail('L3', 'rng-size', `${quoted(name)} is no state of its generator`, {
        expected: `${expected} words`,
        found: `${found} words`,
      });
  };
  const words = itemsOf(state);
  if (version === 3 && items.length === 3 && words !== undefined) says(PYTHON_WORDS, words.length);
  else if (version === 'MT19937' && state !== undefined) {
    const array = arrayIn(state);
    if (array !== undefined) says(NUMPY_WORDS, array.shape[0] ?? 0);
  }
}
