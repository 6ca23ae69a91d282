import { coversAll } from '../wildcard.ts';

/**
 * Globs of artifacts. `*` and `?` stay within one folder name, `**` (alone between slashes) crosses folders, `[a-c]` and
 * `[!a-c]` match one character of a set. A leading dot is nothing special, letters keep their case, and there is no
 * escape, no `{a,b}` and no expansion. A trailing folder does not stand for its files: write `folder/**`.
 *
 * Matching takes time proportional to pattern times path at worst: paths come from a box that may choose them to hurt.
 */
export type Matcher = (path: string) => boolean;

/** Why `glob` cannot be used, as the end of a sentence that starts with the glob; `undefined` when it can. */
export function globFault(glob: string): { why: string; next: string } | undefined {
  const fault = (why: string, next: string) => ({ why, next });
  if (glob === '') return fault('is empty', 'Name the files, for example `checkpoints/*.safetensors`.');
  if (glob.length > 512) return fault('is longer than 512 characters', 'Match with `*` instead.');
  if (/[\u0000-\u001f\u007f]/.test(glob)) return fault('holds a control character', 'Remove it.');
  if (glob.includes('\\'))
    return fault('holds a backslash', 'Separate folders with `/`; there is no escape.');
  if (/^(\/|[A-Za-z]:)/.test(glob)) {
    return fault('is absolute', 'Write it relative to the output directory of the cell (`GPU_LEASE_OUT`).');
  }
  if (/^~|[$`]/.test(glob)) {
    return fault('asks for an expansion', 'Nothing is expanded here: write it relative to `GPU_LEASE_OUT`.');
  }
  if (/[{}]/.test(glob))
    return fault('holds a brace', 'Write one artifact per alternative; `{a,b}` is not expanded.');
  return glob.split('/').map(segmentFault).find(Boolean);
}

function segmentFault(segment: string): { why: string; next: string } | undefined {
  const fault = (why: string, next: string) => ({ why, next });
  if (segment === '..') return fault('leaves the output directory', 'Remove `..`.');
  if (segment === '.') return fault('holds a `.` folder', 'Leave out `./`.');
  if (segment === '')
    return fault('has an empty folder name', 'A glob names files: `folder/**`, not `folder/`.');
  if (segment.includes('**') && segment !== '**') {
    return fault(
      'mixes `**` with other characters',
      'Let `**` stand alone between slashes, as in `a/**/*.pt`.',
    );
  }
  if (segment.includes('[^')) return fault('negates with `^`', 'Write `[!...]`, as a POSIX shell does.');
  return atomsOf(segment)
    ? undefined
    : fault('has a `[` that is not closed, or an empty or reversed set', 'Correct the set.');
}

/** Whether a path that a stranger wrote down names something below the directory that it is relative to. */
export const staysInside = (path: string): boolean =>
  !/[\u0000-\u001f\u007f\\]/.test(path) && path.split('/').every((name) => !['', '.', '..'].includes(name));

/** @throws RangeError for a glob that `globFault` refuses: check first */
export function compileGlob(glob: string): Matcher {
  const fault = globFault(glob);
  if (fault) throw new RangeError(`the glob ${JSON.stringify(glob)} ${fault.why}`);
  const segments = glob
    .split('/')
    .map((segment) => (segment === '**' ? ANY_FOLDERS : (atomsOf(segment) ?? [])));
  return (path) => matchSegments(segments, path.split('/'));
}

/** Whether what `glob` names is surely among what `cover` names: by examples of it, since a proof is not needed for a warning. */
export function coversGlob(cover: string, glob: string): boolean {
  const examples = ['x', '0'].map((filler) =>
    glob
      .replace(/\[!?(.)[^\]]*\]/g, '$1')
      .replace(/\*+/g, filler)
      .replace(/\?/g, filler),
  );
  const matches = compileGlob(cover);
  return cover === glob || examples.every(matches);
}

const ANY_FOLDERS = Symbol('**');
const ANY_CHARACTERS = Symbol('*');
type Atom = typeof ANY_CHARACTERS | ((character: string) => boolean);
type Segment = typeof ANY_FOLDERS | Atom[];

function matchSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  return coversAll({
    patterns: segments.length,
    items: names.length,
    isStar: (at) => segments[at] === ANY_FOLDERS,
    matches: (at, name) => matchName(segments[at] as Atom[], names[name] ?? ''),
    // `a/**` matches what lies below `a`, and not `a` itself.
    lastStarLeast: segments.at(-1) === ANY_FOLDERS ? 1 : 0,
  });
}

function matchName(atoms: readonly Atom[], name: string): boolean {
  const characters = [...name];
  if (characters.length === 0) return false;
  return coversAll({
    patterns: atoms.length,
    items: characters.length,
    isStar: (at) => atoms[at] === ANY_CHARACTERS,
    matches: (at, index) => (atoms[at] as (character: string) => boolean)(characters[index] ?? ''),
  });
}

/** The parts of one folder or file name; `undefined` when a set is malformed. */
function atomsOf(segment: string): Atom[] | undefined {
  const characters = [...segment];
  const atoms: Atom[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '*') {
      atoms.push(ANY_CHARACTERS);
    } else if (character === '?') {
      atoms.push(() => true);
    } else if (character === '[') {
      const end = characters.indexOf(']', at + 1);
      const set = end > at ? readSet(characters.slice(at + 1, end)) : undefined;
      if (!set) return undefined;
      atoms.push(set);
      at = end;
    } else {
      atoms.push((other) => other === character);
    }
  }
  return atoms;
}

function readSet(inside: string[]): ((character: string) => boolean) | undefined {
  const negated = inside[0] === '!';
  const members = negated ? inside.slice(1) : inside;
  if (members.length === 0 || members.includes('[')) return undefined;
  const ranges: [from: number, to: number][] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at]?.codePointAt(0) ?? 0;
    const isRange = members[at + 1] === '-' && at + 2 < members.length;
    const to = isRange ? (members[at + 2]?.codePointAt(0) ?? 0) : from;
    if (to < from) return undefined;
    ranges.push([from, to]);
    if (isRange) at += 2;
  }
  return (character) => {
    const code = character.codePointAt(0) ?? 0;
    return ranges.some(([from, to]) => code >= from && code <= to) !== negated;
  };
}
