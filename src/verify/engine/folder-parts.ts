import type { ExaminedSet } from '../contract/set.ts';
import { nameIn } from '../contract/tree.ts';
import type { FileVerdict, Reason } from '../contract/verdict.ts';

/** Trainers that leave a folder for each checkpoint, with the weights and their optimizer in files of their own. */
const KINDS: ReadonlySet<string> = new Set(['hf-trainer-checkpoint', 'accelerate-state']);

/**
 * Those that hold all of it: of shards, of several models (accelerate numbers them: a teacher, a decoder) or of a model beside its
 * adapter some may well be frozen, so a folder with more than one is not looked at.
 */
const PARTS: Readonly<Record<'weights' | 'optimizer', RegExp>> = {
  weights: /^((pytorch_)?model|adapter_model)(_\d+|-\d+-of-\d+)?\.(safetensors|bin)$/,
  optimizer: /^optimizer(_\d+)?\.(pt|bin)$/,
};
export type Part = keyof typeof PARTS;

export interface Held {
  path: string;
  verdict: FileVerdict;
}

export type FolderParts = Partial<Record<Part, Held>>;

/** @returns `undefined` where no such trainer wrote the folder */
export function partsOfFolder(
  { set, verdict: { format } }: ExaminedSet,
  verdicts: ReadonlyMap<string, FileVerdict>,
): FolderParts | undefined {
  if (!KINDS.has(format)) return undefined;
  const parts: FolderParts = {};
  for (const part of ['weights', 'optimizer'] as const) {
    const [path, ...more] = set.members.filter((member) => PARTS[part].test(nameIn(member)));
    const verdict = path === undefined || more.length > 0 ? undefined : verdicts.get(path);
    if (path !== undefined && verdict !== undefined) parts[part] = { path, verdict };
  }
  return parts;
}

/** What is said of files by what lies beside them; what fails is said of their folder, too. */
export class FolderFaults {
  readonly files = new Map<string, Reason[]>();
  readonly sets = new Map<ExaminedSet, Reason[]>();

  add(set: ExaminedSet, path: string, reason: Reason): void {
    this.files.set(path, [...(this.files.get(path) ?? []), reason]);
    if (reason.severity === 'fail')
      this.sets.set(set, [...(this.sets.get(set) ?? []), { ...reason, file: path }]);
  }
}
