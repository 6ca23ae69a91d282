import type { Format, Subject } from '../contract/format.ts';

/** As paths end; a file that holds numbers or settings is none of these. */
const MAY_BE_EMPTY: readonly RegExp[] = [
  // A program that says nothing: torchrun's `stderr.log`, Slurm's `.err`, the log that Hydra opens for every job, Sacred's `cout.txt`.
  /\.(log|out|err)$/i,
  /(^|\/)(stdout|stderr|cout\.txt)$/,
  // Its being there is all that it says; the last is how Ray finds out whether it may write.
  /(^|\/)(__init__\.py|py\.typed|\.gitkeep|\.keep|\.nojekyll|_SUCCESS|\.validate_storage_marker)$/,
  // What the Hub does not have, and locks: of a cache, and of a folder that was downloaded.
  /(^|\/)\.(no_exist|locks)\//,
  /(^|\/)\.cache\/huggingface\/.*\.lock$/,
  // One value each, in MLflow's folder of a run or of a logged model.
  /(^|\/)(m-)?[0-9a-f]{32}\/(params|tags)\/[^/]+$/,
];

/** Whether nobody lost anything where a file of this name holds nothing. Only where nobody said what the file is for. */
export const mayBeEmpty = (path: string): boolean => MAY_BE_EMPTY.some((name) => name.test(path));

/** There is nothing in it that could be wrong. Not among the formats that are asked: only the name and who named it tell. */
export const empty: Format = {
  name: 'empty',
  proves: 'nothing',
  checksum: 'none',
  recognises: ({ sizeBytes }) => sizeBytes === 0,

  async open({ findings }: Subject) {
    findings.note('L0', 'empty', 'is empty, as a file of this name may well be');
    return { checksummed: false, reaches: 'L3', regions: () => [], finish: () => {} };
  },
};
