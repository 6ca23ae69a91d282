import { Broken } from '../contract/findings.ts';
import { SLOT_BYTES } from './fill.ts';
import { PyDict, PyGlobal, PyObject, PyTuple, type PyValue, type SymbolModel } from './value.ts';

export const badCall = (what: string): Broken =>
  new Broken('L2', 'pickle-bad-call', `the pickle program ${what}`);

export const badArguments = (name: string): Broken =>
  badCall(`calls ${name} with arguments it does not take`);

/** @param choose what of the model carries the call out; nothing: no honest writer calls it so */
export function invoke(
  callee: PyValue,
  args: readonly PyValue[],
  choose: (model: SymbolModel) => ((args: readonly PyValue[]) => PyValue) | undefined,
): PyValue {
  if (!(callee instanceof PyGlobal)) throw badCall('calls a value that is no import');
  callee.onCall();
  // Refused anyway; walking on shows the rest of what it wanted.
  if (callee.model.tier === 'D') return new PyObject(callee, args);
  const work = choose(callee.model);
  if (work === undefined) throw badCall(`calls ${callee.name}, which no honest writer calls so`);
  return work(args);
}

/** Whether BUILD may give this object that state. */
export function takesState({ cls }: PyObject, state: PyValue): boolean {
  const { tier, state: shape } = cls.model;
  const isSlots =
    state instanceof PyTuple &&
    state.items.length === 2 &&
    state.items.every((item) => item === null || item instanceof PyDict);
  if (tier === 'D' || shape === 'any') return true;
  if (shape === 'dict') return state instanceof PyDict || isSlots;
  return shape === 'tuple' && state instanceof PyTuple;
}

/** Of `dict`, `OrderedDict` and `Counter`: an attribute of that name lies over them. */
const METHODS: ReadonlySet<string> = new Set(
  'clear copy fromkeys get items keys move_to_end pop popitem setdefault update values elements most_common subtract total'.split(
    ' ',
  ),
);

/** `OrderedDict` and `Counter` take attributes, as PyTorch's `_metadata`; whoever asks for `items` gets what is called so. */
export function mustTakeAttributes({ cls }: PyDict, attributes: PyDict): void {
  if (cls === 'dict' || cls === 'defaultdict') throw badCall(`sets attributes on a ${cls}, which takes none`);
  for (const [key] of attributes.entries.values())
    if (typeof key === 'string' && METHODS.has(key))
      throw badCall(`sets the attribute ${JSON.stringify(key)}, which hides what the ${cls} holds`);
}

/** What Python itself never calls, and people set: statsmodels its texts, `typing` the class that a generic one was made of. */
const IDLE: ReadonlySet<string> = new Set(['__doc__', '__orig_class__']);

/** No name of Python's own is longer. */
const MOST_MAGIC_CHARACTERS = 256;

/**
 * `__setstate__` as an attribute is what the next BUILD would call, `__class__` what the object would become.
 *
 * @param hold is told of every key: two bytes of program may have all keys of a large state looked at once more
 */
export function mustNotBeMagic(state: PyValue, hold: (bytes: number) => void): void {
  const parts = state instanceof PyTuple ? state.items : [state];
  hold(parts.length * SLOT_BYTES);
  for (const part of parts) {
    if (!(part instanceof PyDict)) continue;
    hold(part.entries.size * SLOT_BYTES);
    for (const [key] of part.entries.values()) {
      if (typeof key !== 'string' || key.length > MOST_MAGIC_CHARACTERS || IDLE.has(key)) continue;
      if (/^__\w*__$/.test(key)) throw badCall(`sets the attribute ${JSON.stringify(key.slice(0, 40))}`);
    }
  }
}
