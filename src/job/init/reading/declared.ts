import { installerOf, requirementsFault } from '../../requirements-file.ts';
import type { Repository } from '../repository.ts';
import { isPackage } from './package.ts';

const PINNED_LISTS = [
  'requirements.lock',
  'requirements-lock.txt',
  'requirements.txt',
  'requirements/train.txt',
  'requirements/base.txt',
];
const LOCKS = [
  'uv.lock',
  'poetry.lock',
  'pdm.lock',
  'environment.yml',
  'environment.yaml',
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
];

export interface Declared {
  /** A requirements file, a lock, a project or an environment of conda. */
  requirements?: { file: string; unpinned: string[] };
  /** `pip install .` can install the repository itself. */
  isPackage: boolean;
  /** Why nothing that it declares can be installed, as the end of a sentence about its pyproject.toml. */
  fault?: string;
  /** Whether a file of the repository asks for this package. */
  has(package_: string): boolean;
}

/** What the repository says that it needs, in the files that people keep this in. */
export function declaredBy({ files, read }: Repository): Declared {
  const file = PINNED_LISTS.find((name) => files.includes(name)) ?? installableIn({ files, read });
  const text = [...PINNED_LISTS, ...LOCKS].map((name) => read(name) ?? '').join('\n');
  return {
    ...(file !== undefined && {
      requirements: {
        file,
        unpinned: installerOf(file) === 'pip' ? unpinnedRequirements(read(file) ?? '') : [],
      },
    }),
    isPackage: isPackage({ files, read }),
    ...(file === undefined && declaresUnread(read('pyproject.toml') ?? '')),
    has: (name) => new RegExp(`^\\s*(?:name\\s*=\\s*)?["'-]*\\s*${name}(?![\\w-])`, 'm').test(text),
  };
}

/** A project that is none to install, and whose list nobody but its own tool reads. */
function declaresUnread(text: string): { fault?: string } {
  if (!/^dynamic\s*=|\[tool\.poetry\.dependencies\]/m.test(text)) return {};
  const fault = requirementsFault('pyproject.toml', text);
  return fault === undefined ? {} : { fault };
}

/** Beside a plain list: a lock holds more than what it was made of, and a project of another tool lists nothing for pip. */
const installableIn = ({ files, read }: Pick<Repository, 'files' | 'read'>): string | undefined =>
  ['uv.lock', 'poetry.lock', 'environment.yml', 'environment.yaml', 'pyproject.toml'].find(
    (name) => files.includes(name) && requirementsFault(name, read(name) ?? '') === undefined,
  );

/** Lines of a requirements file that name a package without one exact version (P1-12). */
export function unpinnedRequirements(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => /^[A-Za-z0-9]/.test(line))
    .filter((line) => !/===?\s*[^*\s,;]+(\s|;|\\|$)/.test(line) && !/@\s*\S+[0-9a-f]{40}/.test(line));
}
