import type { SetSubject } from '../contract/set.ts';
import { folderOf, nameIn, prefixOf } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { isUnfinishedName } from './sniff.ts';

/** `model.safetensors.incomplete`, `.model.safetensors.Xa81bC`: what copiers call a file until it is whole. */
const namedFor = (name: string, whole: string): boolean =>
  name !== whole && name.replace(/^\./, '').startsWith(whole);

/** What rsync calls a file until it is whole, also where the six characters that it drew could be a word. */
const drawnFor = (name: string, whole: string): boolean =>
  name.startsWith(`.${whole}.`) && /^[A-Za-z0-9]{6}$/.test(name.slice(whole.length + 2));

/** A copy of one of the set's files that is still being written lies beside it. */
export function mayNotBeUnfinished({ tree, findings }: SetSubject, paths: readonly string[]): void {
  const folders = new Map<string, string[]>();
  for (const path of paths)
    folders.set(folderOf(path), [...(folders.get(folderOf(path)) ?? []), nameIn(path)]);
  for (const { path } of tree.files) {
    const name = nameIn(path);
    const isUnfinished = isUnfinishedName(path);
    const whole = folders
      .get(folderOf(path))
      ?.find((each) => (isUnfinished && namedFor(name, each)) || drawnFor(name, each));
    if (whole !== undefined)
      findings.fail('L1', 'unfinished-sibling', `${quoted(whole)} is still being written or copied`, {
        file: path,
      });
  }
}

/** Nothing in the folder, at any depth, has the name of something unfinished. */
export function mayHoldNothingUnfinished({ tree, findings }: SetSubject, folder: string): void {
  const below = prefixOf(folder);
  const left = tree.files.filter(({ path }) => path.startsWith(below) && isUnfinishedName(path));
  for (const { path } of left.slice(0, 10))
    findings.fail('L1', 'unfinished-sibling', 'something in the folder is still being written or copied', {
      file: path,
    });
}
