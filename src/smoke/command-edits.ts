import { compileGlob } from '../job/glob.ts';
import type { Job } from '../job/job.ts';
import { sourcesOf } from '../metrics/rule.ts';
import type { FileEdit } from '../problem.ts';
import { isCalledAs } from './wrote.ts';

/** Names that a shell takes as they are. */
const PLAIN = /^[\w./-]+$/;

/**
 * Changes of the commands by which files that were written beside the code come to lie below GPU_LEASE_OUT, where the glob finds
 * them: the argument that names their folder becomes that of the output; or, where nobody needs them before, they are copied at the
 * end; or the script is started there. Empty where none is sure.
 *
 * @param files relative to the code's directory, at least one
 * @param mayStartElsewhere whether what a command starts finds its own files from another directory, too
 */
export function broughtHome(
  job: Job,
  glob: string,
  files: readonly string[],
  mayStartElsewhere: (command: string) => boolean,
): FileEdit[] {
  if (job.smoke === 'none' || !files.every((path) => PLAIN.test(path))) return [];
  const matches = compileGlob(glob);
  // One that is started there already leaves nothing to copy.
  if (files.every(matches) && job.run.startsWith(IN_OUTPUT)) return startedInOutput(job, mayStartElsewhere);
  for (const prefix of commonPrefixes(files)) {
    const target = targetOf(prefix, files, matches);
    const edits =
      target === undefined ? [] : inCommands(job, (command) => redirected(command, prefix, target));
    if (edits.length > 0) return edits;
  }
  const copied = isNeededBefore(job, glob, files) ? undefined : copyOf(files, matches);
  const edits = copied === undefined ? [] : inCommands(job, (command) => withCopy(command, copied));
  return edits.length > 0 || !files.every(matches) ? edits : startedInOutput(job, mayStartElsewhere);
}

/** `$OLDPWD` is the directory of the code from there on. */
const IN_OUTPUT = 'cd "$GPU_LEASE_OUT" && ';

/** One plain command: what starts a script, the script, its arguments. */
const STARTS_SCRIPT = /^((?:[\w.=/:,+-]+\s+)+?)(?:\.\/)?(\w[\w./-]*\.py)((?:\s[^\n;&|#<>]*)?)$/;

const startedInOutput = (job: Job, mayStartElsewhere: (command: string) => boolean): FileEdit[] =>
  inCommands(job, (command) => {
    if (command.startsWith(IN_OUTPUT)) return command;
    const [, starts, script, rest = ''] = STARTS_SCRIPT.exec(command.trim().replace(OUR_COPY, '')) ?? [];
    return starts === undefined || !mayStartElsewhere(command)
      ? undefined
      : `${IN_OUTPUT}${starts}"$OLDPWD/${script}"${rest}`;
  });

/** Of another file of the same script: there it lies already. */
const OUR_COPY = / && cp -R [\w./ -]+ "\$GPU_LEASE_OUT"\/$/;

/** What is read while the command still runs: metrics, and of a job that goes on its checkpoints. At its end it would come too late. */
function isNeededBefore(job: Job, glob: string, files: readonly string[]): boolean {
  const { checkpoint } = job;
  if (checkpoint === undefined || checkpoint.resume === 'none') return false;
  const globs = [checkpoint.path].flat();
  return (
    sourcesOf(job).some(({ path }) => path === glob) ||
    files.some((file) => globs.some((each) => isCalledAs(each)(file)))
  );
}

/** The longest first; of one file it is the first itself. */
function commonPrefixes([first = '', ...others]: readonly string[]): string[] {
  const names = first.split('/');
  const prefixes = names.map((_, at) => names.slice(0, at + 1).join('/')).reverse();
  return prefixes.filter((prefix) =>
    others.every((path) => path === prefix || path.startsWith(`${prefix}/`)),
  );
}

/** What the argument must name instead, so that the files are found. */
function targetOf(
  prefix: string,
  files: readonly string[],
  matches: (path: string) => boolean,
): string | undefined {
  const below = files.map((path) => path.slice(prefix.length + 1));
  if (below.every((path) => path !== '' && matches(path))) return '"$GPU_LEASE_OUT"';
  const name = prefix.slice(prefix.lastIndexOf('/') + 1);
  if (files.every((path) => matches(`${name}${path.slice(prefix.length)}`)))
    return `"$GPU_LEASE_OUT/${name}"`;
  return files.every(matches) ? `"$GPU_LEASE_OUT/${prefix}"` : undefined;
}

function redirected(command: string, prefix: string, target: string): string | undefined {
  const word = prefix.replaceAll('.', '\\.');
  const named = new RegExp(`(?<=[\\s=])(["']?)(?:\\./)?${word}/?\\1(?=$|[\\s;&|)])`, 'g');
  const changed = command.replace(named, target);
  return changed === command ? undefined : changed;
}

function copyOf(files: readonly string[], matches: (path: string) => boolean): string | undefined {
  const tops = [...new Set(files.map((path) => path.split('/')[0] ?? path))];
  if (files.every(matches)) return `cp -R ${tops.join(' ')} "$GPU_LEASE_OUT"/`;
  const [folder, ...others] = tops;
  const isBelow = files.every((path) => path.includes('/') && matches(path.slice(path.indexOf('/') + 1)));
  return others.length === 0 && isBelow ? `cp -R ${folder}/. "$GPU_LEASE_OUT"/` : undefined;
}

/** Of a list of commands, or of what goes on beside the shell, nobody can tell where the end is. */
const withCopy = (command: string, copy: string): string | undefined =>
  /[\n;&|#]/.test(command.replaceAll('&&', '')) ? undefined : `${command.trim()} && ${copy}`;

/** In the command of the run and in those of the smoke, or in none: what one of them does the others must do, too. */
function inCommands(job: Job, change: (command: string) => string | undefined): FileEdit[] {
  const { smoke } = job;
  if (smoke === 'none') return [];
  const drilled = smoke.drill !== 'none' && smoke.drill.run !== smoke.run ? smoke.drill.run : undefined;
  const commands = [
    { path: ['run'], command: job.run },
    { path: ['smoke', 'run'], command: smoke.run },
    ...(drilled === undefined ? [] : [{ path: ['smoke', 'drill', 'run'], command: drilled }]),
  ];
  const edits = commands.flatMap(({ path, command }) => {
    const value = change(command);
    return value === undefined ? [] : [{ path, value }];
  });
  return edits.length === commands.length ? edits : [];
}
