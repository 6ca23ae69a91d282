import { tableOf } from '../../requirements-file.ts';
import type { Repository } from '../repository.ts';

/** Directories and modules at the top that setuptools does not take for a part of the project. Source: setuptools.discovery. */
const LEFT_OUT_FOLDERS =
  /^(?:ci|bin|debian|docs?|documentation|manpages|news|newsfragments|changelog|tests?|unit_tests?|examples?|scripts|tools|utils?|python|build|dist|venv|env|requirements|tasks|fabfile|site_scons|benchmarks?|exercises?|htmlcov|[._].*)$/;
const LEFT_OUT_MODULES =
  /^(?:setup|conftest|tests?|examples?|build|toxfile|noxfile|pavement|dodo|tasks|fabfile|sconstruct|conanfile|manage|benchmarks?|exercises?|[._].*)$/i;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Tables in which a project tells its builder that it is none to install. */
const NOT_TO_INSTALL: [table: string, says: RegExp][] = [
  ['tool.poetry', /^package-mode\s*=\s*false\b/m],
  ['tool.uv', /^package\s*=\s*false\b/m],
  ['tool.pdm', /^distribution\s*=\s*false\b/m],
];

/** Builders that want to be told what to pack, or find it under the name of the project, as files that begin so. */
const BUILDERS: { backend: RegExp; told: RegExp; found: string[] }[] = [
  {
    backend: /^hatchling/,
    told: /^\[tool\.hatch\.build/m,
    found: ['NAME/__init__.py', 'src/NAME/__init__.py', 'NAME.py'],
  },
  {
    backend: /^poetry/,
    told: /^packages\s*=/m,
    found: ['NAME/', 'src/NAME/', 'NAME.py', 'src/NAME.py'],
  },
  {
    backend: /^flit/,
    told: /^\[tool\.flit\.module\]/m,
    found: ['NAME/__init__.py', 'src/NAME/__init__.py', 'NAME.py', 'src/NAME.py'],
  },
  { backend: /^uv_build/, told: /^\[tool\.uv\.build-backend\]/m, found: ['src/NAME/__init__.py'] },
];

/**
 * Whether `pip install .` is to install the repository and can: it says how it is built, or has commands, and its builder finds
 * what to pack. Without that the command fails on the box, after the rent.
 */
export function isPackage({ files, read }: Repository): boolean {
  const text = (read('pyproject.toml') ?? '').replaceAll('\r\n', '\n');
  if (NOT_TO_INSTALL.some(([table, says]) => says.test(tableOf(text, table) ?? ''))) return false;
  const build = tableOf(text, 'build-system');
  // Without a word of its builder pip takes setuptools. A list of dependencies alone wants none; a command to be started does.
  const isMeant = build !== undefined || files.includes('setup.py') || /^\[project\.scripts\]/m.test(text);
  if (!isMeant) return false;
  const [, backend = 'setuptools'] = /^build-backend\s*=\s*["']([^"']+)/m.exec(build ?? '') ?? [];
  if (backend.startsWith('setuptools')) return isPacked({ files, read }, text);
  const builder = BUILDERS.find((each) => each.backend.test(backend));
  return builder === undefined || builder.told.test(text) || isFound(builder.found, files, text);
}

/** By setuptools: what is told, what lies in `src`, or one thing alone at the top; of several it refuses to choose. */
function isPacked({ files, read }: Repository, text: string): boolean {
  const isTold =
    /^\[tool\.setuptools\.pack/m.test(text) ||
    /^(?:packages|py-modules|package-dir)\s*=/m.test(tableOf(text, 'tool.setuptools') ?? '') ||
    /^(?:packages|py_modules|package_dir)\s*=/m.test(read('setup.cfg') ?? '') ||
    /\b(?:packages|py_modules|ext_modules|package_dir)\s*=/.test(read('setup.py') ?? '');
  if (isTold || files.some((file) => file.startsWith('src/'))) return true;
  const folders = unique(files.flatMap((file) => (file.includes('/') ? [file.split('/')[0] ?? ''] : [])));
  const packages = folders.filter((name) => IDENTIFIER.test(name) && !LEFT_OUT_FOLDERS.test(name));
  if (packages.length > 0) return packages.length === 1;
  const modules = files.flatMap((file) => /^([^/]+)\.py$/.exec(file)?.[1] ?? []);
  return modules.filter((name) => IDENTIFIER.test(name) && !LEFT_OUT_MODULES.test(name)).length <= 1;
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];

function isFound(places: readonly string[], files: readonly string[], text: string): boolean {
  const table = tableOf(text, 'project') ?? tableOf(text, 'tool.poetry') ?? '';
  const [, name = ''] = /^name\s*=\s*["']([^"']+)/m.exec(table) ?? [];
  const module = name.replace(/[-.]+/g, '_').toLowerCase();
  const begins = places.map((place) => place.replace('NAME', module));
  return module !== '' && files.some((file) => begins.some((each) => file.toLowerCase().startsWith(each)));
}
