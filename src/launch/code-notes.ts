import { quoteWord } from '../box/shell-quote.ts';
import type { TarMember } from '../box/tar-writer.ts';

/** What an ordinary line carries to a box in a minute or more, each time; and nobody reads as code. */
const LARGE_BYTES = 50e6;

/** What a person should know of the code that goes to a box, each with a command that answers it. */
export function notesOn({ untracked, submodules, members }: Code): string[] {
  return [
    ...notAdded(untracked),
    ...of(submodules, (names, first) => [
      `Submodules are not part of the commit and do not go to the box: ${names}.`,
      `Commit its files instead (\`git rm --quiet --cached ${first} && rm -rf ${first}/.git && git add ${first}\`), or let \`setup\` fetch it.`,
    ]),
    ...of(lfsPointers(members), (names, first) => [
      `Git LFS files go to the box as pointers, not as content: ${names}.`,
      `Take them out of the commit (\`git rm --quiet --cached ${first} && echo ${first} >>.gitignore\`), and let the box fetch them: \`data\` of the job file names where they are.`,
    ]),
    ...of(large(members), (names, first) => [
      `Large files are part of the commit, and each box is sent them anew: ${names}.`,
      `Take them out of it (\`git rm --quiet --cached ${first} && echo ${first} >>.gitignore\`), and let the box fetch them: \`data\` of the job file names where they are.`,
    ]),
  ];
}

interface Code {
  untracked: readonly { path: string; bytes: number }[];
  submodules: readonly string[];
  members: readonly TarMember[];
}

function notAdded(untracked: Code['untracked']): string[] {
  const shown = untracked.map(({ path, bytes }) => (bytes >= LARGE_BYTES ? sized(path, bytes) : path));
  const first = untracked[0];
  if (!first) return [];
  const isLarge = untracked.some(({ bytes }) => bytes >= LARGE_BYTES);
  const all = untracked.length <= MOST_NAMED ? untracked.map(({ path }) => shellWord(path)).join(' ') : '.';
  const next = isLarge
    ? `Data does not travel with the code: let the box fetch it (\`data\` of the job file), and \`echo ${shellWord(first.path)} >>.gitignore\` keeps it out.`
    : `Where the run needs them: \`git add ${all}\`, and commit; else name them in .gitignore.`;
  return [`Not in the commit, so not on the box: ${someNames(shown)}. ${next}`];
}

function of(paths: readonly string[], words: (names: string, first: string) => [string, string]): string[] {
  const [first] = paths;
  if (first === undefined) return [];
  const path = first.replace(/ \([\d.]+ MB\)$/, '');
  return [words(someNames(paths), shellWord(path)).join(' ')];
}

const shellWord = (word: string): string => (/^[\w./@%+,-]+$/.test(word) ? word : quoteWord(word));

const sized = (path: string, bytes: number): string => `${path} (${Math.round(bytes / 1e6)} MB)`;

const large = (members: readonly TarMember[]): string[] =>
  members
    .filter(({ content }) => content.length >= LARGE_BYTES)
    .map(({ path, content }) => sized(path, content.length));

const LFS_POINTER = 'version https://git-lfs.';

const lfsPointers = (members: readonly TarMember[]): string[] =>
  members
    .filter(
      ({ content }) =>
        content.length < 1024 && Buffer.from(content).toString('latin1').startsWith(LFS_POINTER),
    )
    .map((member) => member.path);

const MOST_NAMED = 5;

export const someNames = (paths: readonly string[]): string =>
  paths.slice(0, MOST_NAMED).join(', ') +
  (paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '');
