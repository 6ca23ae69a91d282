import { posix } from 'node:path';

export interface FilteredRequirements {
  /** What is pushed: one file, with the included ones in it. */
  text: string;
  /** Lines of constraint files (`-c`) that pin what the image has, without that; empty where no file does. See `CONSTRAINTS`. */
  constraints: string;
  /** Lines of the image's own packages that were left out, as written. */
  dropped: string[];
  /** Included files (`-r`, `-c`) that could not be read; their line is kept, and pip will look for them. */
  unread: string[];
}

/** Where `constraints` are laid down on the box; pip expands the variable. */
export const CONSTRAINTS = `\${GPU_LEASE_BASE}/constraints.txt`;

/** What an image's own build must fit: driver, toolkit and these belong together (U28). */
const KEPT_BY_IMAGE = new Set(['torch', 'torchvision', 'torchaudio']);

/**
 * A requirements file with the pins of torch, torchvision and torchaudio left out (`keep-image`), or as it is. Reinstalling
 * them would replace the image's build, which fits its driver, by one that may not.
 *
 * Comments and order stay. Names are compared as pip compares them: case, and runs of `-`, `_`, `.` being equal; extras,
 * markers, versions, direct URLs, `name @ url`, `#egg=` and continuation lines are understood. Files named by `-r` are
 * written in their place, because the pushed file lies elsewhere; constraints (`-c`) get a path below the code, or, where they pin
 * what the image has, are laid down without that: pip would take their PyTorch for whatever depends on one.
 *
 * @param path of the file within the code, and `read` for others there; `undefined` = no such file
 */
export function filterRequirements(
  text: string,
  torch: 'keep-image' | 'as-pinned',
  {
    path = 'requirements.txt',
    read = () => undefined,
  }: { path?: string; read?: (path: string) => string | undefined } = {},
): FilteredRequirements {
  const result: FilteredRequirements = { text: '', constraints: '', dropped: [], unread: [] };
  const included = new Set([path]);
  const isKept = (requirement: string) => torch === 'keep-image' && isOfImage(requirement);
  const constrain = (file: string): string => {
    const found = filterConstraints(file, isKept, read);
    result.unread.push(...found.unread);
    if (found.dropped.length === 0) return inCode('-c', file);
    result.dropped.push(...found.dropped);
    result.constraints += found.text;
    return `-c ${CONSTRAINTS}\n`;
  };
  const take = (content: string, from: string): void => {
    for (const { logical, requirement } of requirementsIn(content)) {
      const other = includeOf(requirement, from);
      const inner = other?.kind === 'r' && !included.has(other.path) ? read(other.path) : undefined;
      if (other?.kind === 'c') result.text += constrain(other.path);
      else if (other && inner !== undefined) {
        included.add(other.path);
        take(inner, other.path);
      } else if (other) {
        // Named twice: it is in already.
        if (included.has(other.path)) continue;
        result.unread.push(other.path);
        result.text += inCode('-r', other.path);
      } else if (isKept(requirement)) result.dropped.push(requirement);
      else result.text += `${logical}\n`;
    }
  };
  take(text, path);
  return result;
}

/** A file of constraints with those that it includes in it: pip takes each of them for constraints, by `-r` and by `-c`. */
function filterConstraints(
  path: string,
  isKept: (requirement: string) => boolean,
  read: (path: string) => string | undefined,
): Omit<FilteredRequirements, 'constraints'> {
  const result = { text: '', dropped: [] as string[], unread: [] as string[] };
  const included = new Set<string>();
  const take = (at: string): void => {
    if (included.has(at)) return;
    included.add(at);
    const content = read(at);
    if (content === undefined) {
      result.unread.push(at);
      result.text += inCode('-c', at);
      return;
    }
    for (const { logical, requirement } of requirementsIn(content)) {
      const other = includeOf(requirement, at);
      if (other) take(other.path);
      else if (isKept(requirement)) result.dropped.push(requirement);
      else result.text += `${logical}\n`;
    }
  };
  take(path);
  return result;
}

const inCode = (flag: '-r' | '-c', path: string): string => `${flag} \${GPU_LEASE_CODE}/${path}\n`;

const isOfImage = (requirement: string): boolean => KEPT_BY_IMAGE.has(nameOf(requirement) ?? '');

const requirementsIn = (content: string): { logical: string; requirement: string }[] =>
  logicalLines(content).map((logical) => ({
    logical,
    requirement: withoutComment(logical.replace(/\\\n/g, ' ')).trim(),
  }));

/** A file that a line includes, as a path within the code; not a URL, which pip fetches by itself. */
function includeOf(requirement: string, from: string): { kind: 'r' | 'c'; path: string } | undefined {
  const [, flag, target] =
    /^(-r|--requirement|-c|--constraint)(?:[ =]\s*|(?=\S))(\S+)/.exec(requirement) ?? [];
  if (flag === undefined || target === undefined || /^[a-z+]+:\/\//.test(target) || target.startsWith('/'))
    return undefined;
  return {
    kind: flag === '-r' || flag === '--requirement' ? 'r' : 'c',
    path: posix.join(posix.dirname(from), target),
  };
}

/** For people: what was left out and why; `undefined` when nothing was. */
export function describeDropped(dropped: readonly string[]): string | undefined {
  if (dropped.length === 0) return undefined;
  return `The image's own PyTorch is kept: left out ${dropped.join(', ')} (say \`torch: as-pinned\` to install them).`;
}

/** Lines as pip joins them: a backslash at the end continues. A Windows line end or a byte order mark means nothing. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open: string | undefined;
  for (const line of text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '')
    .split('\n')) {
    const joined = open === undefined ? line : `${open}\n${line}`;
    // pip ends a continuation at a comment line.
    open = line.endsWith('\\') && !line.trimStart().startsWith('#') ? joined : undefined;
    if (open === undefined) lines.push(joined);
  }
  if (open !== undefined) lines.push(open);
  return lines;
}

const withoutComment = (line: string): string => line.replace(/(^|\s)#.*$/, '');

/** The project a requirement names, in pip's normal form; `undefined` for options and what names none. */
function nameOf(requirement: string): string | undefined {
  const editable = requirement.replace(/^(?:-e|--editable)[ =]\s*/, '');
  const egg = /[#&]egg=([A-Za-z0-9._-]+)/.exec(editable)?.[1];
  if (egg !== undefined) return normal(egg);
  if (/^[a-z+]+:\/\/|^\.{0,2}\//.test(editable)) {
    // A wheel says its name before the version: torch-2.4.0+cu121-cp311-….whl
    return normal(/([A-Za-z0-9._]+)-\d[^/]*\.(?:whl|tar\.gz|zip)(?:[#?;]|\s|$)/.exec(editable)?.[1] ?? '');
  }
  if (editable.startsWith('-')) return undefined;
  return normal(/^[A-Za-z0-9][A-Za-z0-9._-]*/.exec(editable)?.[0] ?? '');
}

const normal = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');
