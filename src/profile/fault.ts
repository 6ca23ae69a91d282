import type { Path } from '../strict-yaml/read.ts';

/** What a schema cannot see: two keys that contradict each other, a name that nothing defines. */
export interface Fault {
  path: Path;
  code: string;
  what: string;
  next: string;
}
