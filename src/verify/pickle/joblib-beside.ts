import { Broken } from '../contract/findings.ts';
import type { ArrayBeside } from '../contract/format.ts';
import { typeOf } from './numpy.ts';
import { isInt, PyDict, type PyObject, PyTuple, type PyValue } from './value.ts';

/** Of joblib before 0.10: the name of a file `_NN.npy` beside this one, which says itself what is in it (joblib 0.9.4). */
const PLAIN = 'NDArrayWrapper';
/** Of a `_NN.npy.z`: zlib of nothing but the elements, whose type and shape are here. */
const PACKED = 'ZNDArrayWrapper';
/** The second as joblib itself loads them since; scikit-learn before 0.21 had joblib under its own roof. */
const MODULES = [
  'joblib.numpy_pickle',
  'joblib.numpy_pickle_compat',
  'sklearn.externals.joblib.numpy_pickle',
];
const WRAPPERS = new Map<string, string>(
  MODULES.flatMap((module) => [PLAIN, PACKED].map((name) => [`${module}.${name}`, name] as const)),
);

export const isOldWrapper = ({ cls }: PyObject): boolean => WRAPPERS.has(cls.name);

/** @throws Broken where it names no file or elements that are none */
export function arrayBeside({ cls, state }: PyObject, path: string): ArrayBeside {
  const get = (name: string) => (state instanceof PyDict ? state.entries.get(`s${name}`)?.[1] : undefined);
  const file = get('filename');
  if (typeof file !== 'string') throw bad('it names no file');
  const plain = { file, names: [path] };
  return WRAPPERS.get(cls.name) === PACKED ? { ...plain, array: elementsOf(get('state')) } : plain;
}

/** What `ndarray.__reduce__` gives but for the elements: `(version, shape, dtype, is Fortran's order)`. */
function elementsOf(state: PyValue | undefined): NonNullable<ArrayBeside['array']> {
  const [version, shape, dtype, fortran] = state instanceof PyTuple ? state.items : [];
  const type = typeOf(dtype);
  const counts = shape instanceof PyTuple ? shape.items : undefined;
  if (version !== 1 || type === undefined || type.object) throw bad('its type is none');
  if (counts === undefined || !counts.every((count) => isInt(count) && count >= 0))
    throw bad('its shape is none');
  return { type, shape: counts as number[], fortranOrder: fortran === true || fortran === 1 };
}

const bad = (what: string): Broken =>
  new Broken('L2', 'pickle-bad-call', `the pickle program names an array beside it that is none: ${what}`);
