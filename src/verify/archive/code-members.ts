import type { Findings } from '../contract/findings.ts';
import type { ZipDirectory } from './zip-directory.ts';

const NAMES_SHOWN = 5;
/** What a loader imports, links or hands to an interpreter. */
const CODE = /\.(py|pyc|pyd|so|dll|dylib|cubin|ptx|sh|jar|class)$/i;

/** Of an archive that is loaded by running what is in it: named, never run, so that it is at best degraded. */
export function tellCode({ entries }: ZipDirectory, findings: Findings, what: string): void {
  const code = entries.filter(({ name }) => CODE.test(name));
  findings.degraded('L2', 'executable-content', what, {
    found:
      code
        .slice(0, NAMES_SHOWN)
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 200) || 'no file of code by its name',
  });
}
