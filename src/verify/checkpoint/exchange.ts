import type { Matter } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { entryOf, itemsOf } from '../pickle/pickled-parts.ts';
import { PyDict, PyTensor, type PyValue } from '../pickle/value.ts';

/** With fewer parameters an order of one's own may look like an exchange. */
const FEWEST = 8;

/** One optimizer's moments, and what it says of the parameters that they are for. */
export interface MomentPlaces {
  /** Of the optimizer, for a person. */
  path: string;
  groups: readonly PyDict[];
  state: PyDict;
  /** Of every parameter, in the order of its state; nothing where one has none, or of another size than its parameter. */
  shapes: readonly string[] | undefined;
}

/** A model, as far as its tensors are trained. */
export interface Trained {
  tensors: ReadonlyMap<string, PyTensor>;
  /** In the order of the model. */
  shapes: readonly string[];
}

/** What has one shape and should have another. */
interface Pair {
  name: string;
  expected: string;
  found: string;
}

/**
 * Shapes that parameters have exchanged among each other. Any other difference is left alone: optimizers that project or factor
 * their moments have such on purpose.
 */
export function judgeExchange({ findings }: Matter, places: MomentPlaces, models: readonly Trained[]): void {
  const { path, state, shapes, groups } = places;
  const exchanged = exchangeIn(twoMoments(state)) ?? exchangeIn(byName(places, models));
  if (exchanged !== undefined) {
    const [first] = exchanged;
    const what = `${path} has exchanged moments of ${exchanged.length} parameters, ${quoted(first?.name ?? '')} among them`;
    const { expected = '', found = '' } = first ?? {};
    findings.fail('L3', 'moments-exchanged', what, { expected, found });
    return;
  }
  if (shapes === undefined || groups.length !== 1 || shapes.length < FEWEST) return;
  const alike = models.filter((model) => model.shapes.length === shapes.length);
  const pairs = alike.map((model) =>
    shapes.map((found, i): Pair => ({ name: String(i), expected: model.shapes[i] ?? '', found })),
  );
  const [two] = pairs.map((each) => exchangeIn(each));
  if (two?.length !== 2 || pairs.some((each) => each.every(({ expected, found }) => expected === found)))
    return;
  // Nobody says in which order the parameters were handed over; that of the model is usual and no rule.
  const what = `${path} has moments in the order of the model but for two, which look exchanged`;
  findings.note('L3', 'moments-exchanged', what, {
    expected: two.map(({ name, expected }) => `${expected} for parameter ${name}`).join(', '),
    found: two.map(({ found }) => found).join(', '),
  });
}

/** The pairs that differ, where all of them together have what all of them should have. */
function exchangeIn(pairs: readonly Pair[]): Pair[] | undefined {
  const apart = pairs.filter(({ expected, found }) => expected !== found);
  const isExchange =
    apart.length > 0 &&
    sameBag(
      apart.map(({ expected }) => expected),
      apart.map(({ found }) => found),
    );
  return isExchange ? apart : undefined;
}

/** Adam's two of one parameter have its shape; where one of them is one number for all, it is so of each parameter. */
function twoMoments(state: PyDict): Pair[] {
  return [...state.entries.values()].flatMap(([key, value]): Pair[] => {
    if (!(value instanceof PyDict)) return [];
    const [first, second] = [entryOf(value, 'exp_avg'), entryOf(value, 'exp_avg_sq')];
    if (!(first instanceof PyTensor && second instanceof PyTensor)) return [];
    return [{ name: nameOf(key), expected: first.shape.join('x'), found: second.shape.join('x') }];
  });
}

/** Against the model whose parameters the optimizer names: as PyTorch does since 2.6, or as the keys of its state. */
function byName({ groups, state }: MomentPlaces, models: readonly Trained[]): Pair[] {
  const names = new Map<PyValue, string>();
  for (const group of groups) {
    const params = itemsOf(entryOf(group, 'params')) ?? [];
    const given = itemsOf(entryOf(group, 'param_names')) ?? [];
    params.forEach((param, i) => {
      const name = typeof param === 'string' ? param : given[i];
      if (typeof name === 'string') names.set(param, plain(name));
    });
  }
  if (names.size === 0) return [];
  for (const { tensors } of models) {
    const known = new Map([...tensors].map(([name, { shape }]) => [plain(name), shape.join('x')]));
    const pairs = [...state.entries.values()].flatMap(([key, value]): Pair[] => {
      const name = names.get(key);
      const moment =
        value instanceof PyDict
          ? (entryOf(value, 'exp_avg') ?? entryOf(value, 'momentum_buffer'))
          : undefined;
      const expected = name === undefined ? undefined : known.get(name);
      if (name === undefined || expected === undefined || !(moment instanceof PyTensor)) return [];
      return [{ name, expected, found: moment.shape.join('x') }];
    });
    if (pairs.length === state.entries.size) return pairs;
  }
  return [];
}

const plain = (name: string): string =>
  name.replace(/(^|\.)(module|_orig_mod|_fsdp_wrapped_module)(?=\.)/g, '').replace(/^\./, '');

const nameOf = (key: PyValue): string =>
  typeof key === 'string' || typeof key === 'number' ? String(key) : '?';

export const sameBag = (a: readonly string[], b: readonly string[]): boolean =>
  [...a].sort().join() === [...b].sort().join();
