import { dirname, join, normalize } from 'node:path/posix';
import { readRegularFile } from './bounded-file.ts';

/** A Python file of the checkout; `path` is relative to it. Comments are blanked, so that what is commented out is not found. */
export interface PythonSource {
  path: string;
  code: string;
}

const MAX_FILES = 100;

/**
 * The Python file that a command starts: `python3 -u train.py --x`, `python -m pkg.train`, `torchrun train.py`, and from its output
 * directory `cd "$GPU_LEASE_OUT" && python3 "$OLDPWD/train.py"`.
 */
export function pythonEntry(command: string): string[] {
  const script = /(?:^|[\s;&|(])"?(?:\$OLDPWD\/)?((?:\.\/)?[\w./-]+\.py)"?(?=$|[\s;&|)])/.exec(command)?.[1];
  if (script) return [normalize(script)];
  const module = /\bpython[\d.]*\b[^;&|]*?\s-m\s+([\w.]+)/.exec(command)?.[1];
  if (!module) return [];
  const path = module.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__main__.py`];
}

/** The entry point of `command` and the modules of the checkout that it imports, entry first. Empty for other languages. */
export function pythonSources(workDir: string, command: string): PythonSource[] {
  const sources = new Map<string, PythonSource>();
  const entry = pythonEntry(command).find((path) => read(workDir, path) !== undefined);
  const waiting = entry === undefined ? [] : [entry];
  const roots = ['.', ...(entry === undefined ? [] : [dirname(entry)])];
  while (waiting.length > 0 && sources.size < MAX_FILES) {
    const path = waiting.shift();
    if (path === undefined || sources.has(path)) continue;
    const code = read(workDir, path);
    if (code === undefined) continue;
    sources.set(path, { path, code });
    waiting.push(...importedFiles(code, [...roots, dirname(path)]));
  }
  return [...sources.values()];
}

/** Where the imports of a file may lie in the checkout; most of them do not, and are then not found. */
function importedFiles(code: string, roots: readonly string[]): string[] {
  const modules = [
    ...code.matchAll(/^[ \t]*(?:from[ \t]+\.*([\w.]+)[ \t]+import\b|import[ \t]+([\w.]+))/gm),
  ].map(([, from, plain]) => (from ?? plain ?? '').replaceAll('.', '/'));
  return modules.flatMap((module) =>
    [...new Set(roots)].flatMap((root) => [
      normalize(join(root, `${module}.py`)),
      normalize(join(root, module, '__init__.py')),
    ]),
  );
}

function read(workDir: string, path: string): string | undefined {
  if (path.startsWith('/') || path.startsWith('..')) return undefined;
  const file = readRegularFile(workDir, path);
  return file.found === 'bytes' ? withoutComments(file.bytes.toString()) : undefined;
}

/** Rough on purpose: a `#` inside a string ends the line too, which can hide a flag but never invent one. */
const withoutComments = (code: string): string => code.replaceAll(/#[^\n]*/g, '');
