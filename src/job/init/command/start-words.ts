import { posix } from 'node:path';
import { findSecrets, isSecretName } from '../../../secret/shape.ts';
import type { Code } from '../reading/code.ts';
import { pathQuoted, shellQuoted } from '../reading/shell-words.ts';
import type { Habits } from '../trainer.ts';

/** What starts the script, up to and with its name. */
export function launcherWords(code: Code, habits: Habits, kind: 'run' | 'smoke'): string[] {
  const script = scriptWords(code);
  const line = code.entry?.line;
  const launcher =
    line && line.launcher !== 'python' && line.launcher !== 'axolotl' ? line.launcher : habits.launcher;
  if (launcher === 'torchrun') {
    // Two processes are enough to go wrong as many do; `auto` is one for each GPU of the box.
    const count = kind === 'smoke' ? '2' : 'auto';
    return ['torchrun', '--standalone', `--nproc_per_node=${count}`, ...script];
  }
  if (launcher === 'accelerate') {
    if (kind === 'smoke') return ['accelerate', 'launch', '--cpu', '--num_processes', '1', ...script];
    return ['accelerate', 'launch', ...configOf(line?.launcherArguments ?? []), ...script];
  }
  if (launcher === 'deepspeed') return ['deepspeed', ...script];
  if (code.entry?.installed !== undefined) return [code.entry.installed];
  return ['python3', ...script];
}

/** A file of settings stays; how many machines and processes there are depends on the box. */
function configOf(words: readonly string[]): string[] {
  const at = words.indexOf('--config_file');
  const file = words[at + 1];
  return at >= 0 && file !== undefined && !hidesSomething(file) ? ['--config_file', shellQuoted(file)] : [];
}

/** A file within a package that imports from beside itself can only be started as a module. */
function scriptWords({ entry, files, repository, isStartedInOutput }: Code): string[] {
  const path = entry?.path ?? '';
  if (isStartedInOutput) return [`"$OLDPWD/${path}"`];
  const isInPackage = repository.files.includes(posix.join(posix.dirname(path), '__init__.py'));
  const isRelative = /^\s*from\s+\./m.test(files[0]?.bare ?? '');
  if (isInPackage && isRelative && /^[\w/]+\.py$/.test(path))
    return [
      '-m',
      path
        .replace(/\.py$/, '')
        .replace(/\/__main__$/, '')
        .replaceAll('/', '.'),
    ];
  return [pathQuoted(path)];
}

/** What the people of the repository give it, but for what is said anew, and for what must not stand in a file. */
export function keptArguments(code: Code, saidAnew: readonly string[]): string[] {
  const words = code.entry?.line?.scriptArguments ?? [];
  const anew = new Set(saidAnew.map((name) => name.replaceAll('_', '-')));
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const name = /^(?:--)?([\w.-]+)(?==|$)/.exec(word)?.[1] ?? '';
    const takesNext =
      word.startsWith('--') && !word.includes('=') && !(words[at + 1] ?? '--').startsWith('--');
    const drops = anew.has(name.replaceAll('_', '-')) || isSecretName(name) || hidesSomething(word);
    const value = takesNext ? words[at + 1] : undefined;
    if (takesNext) at += 1;
    if (drops || (value !== undefined && hidesSomething(value))) continue;
    kept.push(shellQuoted(word), ...(value === undefined ? [] : [shellQuoted(value)]));
  }
  return kept;
}

const hidesSomething = (word: string): boolean =>
  findSecrets(word).length > 0 || /[\u0000-\u001f\u007f]/.test(word);
