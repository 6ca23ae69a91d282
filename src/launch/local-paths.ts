import { posix } from 'node:path';

const OPTION = /^(\s*(?:-e|--editable|-f|--find-links)(?:\s*=\s*|\s+))(\S+)(.*)$/;
const ARCHIVE = /\.(?:whl|zip|tar\.gz|tgz|tar\.bz2)$/;

/**
 * A line of requirements whose path within the code is told from the code's root, and no longer from `folder`: conda starts pip
 * beside the environment's file, and that is pushed to another place. pip expands the variable.
 */
export function fromCode(line: string, folder: string): string {
  const [, option, value = '', rest = ''] = OPTION.exec(line) ?? [];
  if (option !== undefined) return isRelative(value) ? `${option}${inCode(value, folder)}${rest}` : line;
  const [, path = ''] = /^\s*([^\s;]+)/.exec(line) ?? [];
  return isPath(path) ? line.replace(path, () => inCode(path, folder)) : line;
}

const inCode = (path: string, folder: string): string => `\${GPU_LEASE_CODE}/${posix.join(folder, path)}`;

/** Not from the root, of a home, of a variable or of another machine. */
const isRelative = (value: string): boolean => !/^[/~$#-]|^[A-Za-z][A-Za-z0-9+.-]*:|@/.test(value);

/** As pip tells a path from a name: by its first point, a separator, or the kind of an archive. */
const isPath = (word: string): boolean =>
  isRelative(word) &&
  (word.startsWith('.') || word.split('[')[0]?.includes('/') === true || ARCHIVE.test(word));
