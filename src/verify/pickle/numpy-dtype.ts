import { Broken } from '../contract/findings.ts';
import { isInt, type PyObject, PyTuple, type PyValue } from './value.ts';

/** What of a type its state must agree with. */
interface Known {
  bytes: number;
  object: boolean;
}

/** NumPy has written 3, or 4 with metadata, since 2006; its reader takes these. */
const LAST_VERSION = 4;

/** Of a type of objects all of these; of others none of the first three (it has objects, is pickled as a list, is a pointer). */
const [OBJECT_FLAGS, ONLY_OF_OBJECTS] = [63, 7];

/** Those of a signed and of an unsigned byte: NumPy 1 wrote the flag of an aligned record as a negative number. */
const [LEAST_FLAGS, MOST_FLAGS] = [-128, 255];

/** Words of types whose size stands in the state: NumPy takes it from there. */
const IS_SIZED = /^[SUV]\d/;

const IS_DATE = /^[Mm]8$/;

/**
 * Holds the state of a `numpy.dtype` against what `arraydescr_setstate` of NumPy 1.24 and 2.4 takes: `(version, byte order,
 * subarray, names, fields, size, alignment, flags[, metadata])`.
 *
 * @param typeOf what the type is with this state
 * @throws {Broken} where NumPy refuses it, or reads elements of another size than the type's word says
 */
export function mustBeTypeState(
  { args: [word] }: PyObject,
  state: PyValue,
  typeOf: () => Known | undefined,
): void {
  const items = state instanceof PyTuple ? state.items : [];
  const [version, order, base, names, fields, size, alignment, flags, metadata] = items;
  const demand = (is: boolean, what: string) => {
    if (!is)
      throw new Broken(
        'L2',
        'pickle-bad-call',
        `the pickle program makes a NumPy type that is none: ${what}`,
      );
  };
  demand(items.length === 8 || items.length === 9, `its state has ${items.length} items`);
  demand(isInt(version) && version >= 0 && version <= LAST_VERSION, 'its state is of no known version');
  demand(typeof order === 'string' && /^[<>=|]$/.test(order), 'it has no byte order');
  demand(isInt(size) && isInt(alignment), 'its size or alignment is no number');
  demand(isInt(flags) && flags >= LEAST_FLAGS && flags <= MOST_FLAGS, 'its flags are none');
  demand((names === null) === (fields === null), 'it has fields without names, or names without fields');
  if (typeof word !== 'string') return;
  if (IS_DATE.test(word)) demand(metadata instanceof PyTuple, 'it is a date without a unit');
  const known = typeOf();
  if (known === undefined) return;
  demand(size === (IS_SIZED.test(word) ? known.bytes : -1), 'its size is not that of its word');
  if (base !== null || names !== null) return;
  const areItsOwn = known.object ? flags === OBJECT_FLAGS : (Number(flags) & ONLY_OF_OBJECTS) === 0;
  demand(areItsOwn, 'its flags are those of another type');
}
