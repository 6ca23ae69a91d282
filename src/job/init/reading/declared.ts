import type { Repository } from '../repository.ts';

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
  /** A pip-style requirements file. */
  requirements?: { file: string; unpinned: string[] };
  /** Command that installs the repository itself, when it is a package. */
  install?: string;
  /** Whether a file of the repository asks for this package. */
  has(package_: string): boolean;
}

/** What the repository says that it needs, in the files that people keep this in. */
export function declaredBy({ files, read }: Repository): Declared {
  const file = PINNED_LISTS.find((name) => files.includes(name));
  const text = [...PINNED_LISTS, ...LOCKS].map((name) => read(name) ?? '').join('\n');
  return {
    ...(file !== undefined && { requirements: { file, unpinned: unpinnedRequirements(read(file) ?? '') } }),
    ...(files.includes('pyproject.toml') && { install: 'python3 -m pip install .' }),
    has: (name) => new RegExp(`^\\s*(?:name\\s*=\\s*)?["'-]*\\s*${name}(?![\\w-])`, 'm').test(text),
  };
}

/** Lines of a requirements file that name a package without one exact version (P1-12). */
export function unpinnedRequirements(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => /^[A-Za-z0-9]/.test(line))
    .filter((line) => !/===?\s*[^*\s,;]+(\s|;|\\|$)/.test(line) && !/@\s*\S+[0-9a-f]{40}/.test(line));
}
