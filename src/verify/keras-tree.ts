import type { Subject } from './format.ts';
import type { Hdf5Tree } from './hdf5-walk.ts';

export async function judgeKerasTree(_subject: Subject, _tree: Hdf5Tree): Promise<boolean> {
  return false;
}
