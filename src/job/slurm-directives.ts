import type { SlurmRequest } from './job.ts';

/** Short options of sbatch and what they are in full. */
const SHORT: Readonly<Record<string, string>> = {
  A: 'account',
  a: 'array',
  B: 'extra-node-info',
  b: 'begin',
  c: 'cpus-per-task',
  C: 'constraint',
  D: 'chdir',
  d: 'dependency',
  e: 'error',
  F: 'nodefile',
  G: 'gpus',
  H: 'hold',
  h: 'help',
  i: 'input',
  J: 'job-name',
  k: 'no-kill',
  L: 'licenses',
  M: 'clusters',
  m: 'distribution',
  N: 'nodes',
  n: 'ntasks',
  o: 'output',
  O: 'overcommit',
  p: 'partition',
  Q: 'quiet',
  q: 'qos',
  S: 'core-spec',
  s: 'oversubscribe',
  t: 'time',
  V: 'version',
  v: 'verbose',
  W: 'wait',
  w: 'nodelist',
  x: 'exclude',
};
/** They take no value, so that what follows one is another option. */
const BARE = 'HhkOQsVvW';

/** What only gpu-lease may say, and why. */
const OURS: Readonly<Record<string, string>> = {
  'job-name': '--job-name, which is the name of the lease: it is found again by it',
  hold: '--hold: it is let go once everything lies in its place',
  output: '--output, where its words are looked for',
  error: '--output, which takes the errors too',
  input: 'the script that gpu-lease writes',
  'open-mode': '--open-mode=append, so that a second allocation keeps the words of the first',
  comment: '--comment, by which gpu-lease knows its own',
  signal: '--signal; set `signalSeconds`',
  requeue: '--requeue; set `requeue`',
  'no-requeue': '--requeue; set `requeue`',
  array: 'the tasks of the submission; set `sweep.at-once`',
  chdir: 'the folder that the keeper goes to',
  clusters: 'the cluster of the login node; name another `queue` for another one',
  'test-only': 'the submit itself',
  wait: 'the submit itself, which waits for nothing',
  wrap: 'the script that gpu-lease writes',
  parsable: 'the answer that gpu-lease reads',
  quiet: 'the answer that gpu-lease reads',
  verbose: 'the answer that gpu-lease reads',
  help: 'the submit itself',
  usage: 'the submit itself',
  version: 'the submit itself',
  nodes: '`resources.nodes`',
  nodefile: '`resources.nodes`',
};

/** What has a key of its own in `slurm`. */
const KEYED: Readonly<Record<string, string>> = {
  partition: 'partition',
  account: 'account',
  qos: 'qos',
  constraint: 'constraint',
  reservation: 'reservation',
  time: 'time',
  gres: 'gres',
  gpus: 'gpus',
  'cpus-per-task': 'cpus',
  mem: 'memoryGb',
  dependency: 'dependency',
};

/** Slurm refuses to be told these two ways at once. */
const EXCLUDED: Readonly<Record<string, 'mem' | 'gpus'>> = {
  'mem-per-cpu': 'mem',
  'mem-per-gpu': 'mem',
  'gpus-per-node': 'gpus',
  'gpus-per-task': 'gpus',
  'gpus-per-socket': 'gpus',
};

export interface DirectiveFault {
  /** Of `directives`, from 0. */
  at: number;
  /** The end of a sentence that begins with the directive. */
  why: string;
}

/**
 * Directives that contradict or repeat what the script says already.
 * @param renders which of the two the script asks for by itself: memory, cards
 */
export function directiveFaults(
  directives: SlurmRequest['directives'],
  renders: { mem?: string; gpus?: string },
): DirectiveFault[] {
  const seen = new Map<string, string>();
  return directives.flatMap((text, at) => {
    const option = optionOf(text);
    if (option === undefined)
      return [{ at, why: 'is a short option that gpu-lease does not know; write its long form' }];
    const why = whyRefused(option, renders) ?? twice(seen.get(option));
    seen.set(option, text);
    return why === undefined ? [] : [{ at, why }];
  });
}

const twice = (earlier: string | undefined): string | undefined =>
  earlier === undefined ? undefined : `repeats the directive ${earlier}`;

function whyRefused(option: string, renders: { mem?: string; gpus?: string }): string | undefined {
  const ours = named(OURS, option);
  if (ours !== undefined) return `contradicts ${ours}`;
  const key = named(KEYED, option);
  if (key !== undefined) return `has a key of its own: set \`${key}\` of \`slurm\``;
  const excluded = named(EXCLUDED, option);
  const rendered = excluded && renders[excluded];
  return rendered === undefined ? undefined : `contradicts ${rendered}, which the script asks for already`;
}

/** Long options may be cut short: `--arr` is `--array` to sbatch. */
function named<T>(table: Readonly<Record<string, T>>, option: string): T | undefined {
  if (Object.hasOwn(table, option)) return table[option];
  if (WHOLE.has(option)) return;
  const [, value] = Object.entries(table).find(([each]) => each.startsWith(option)) ?? [];
  return value;
}

/** Options of sbatch that are the beginning of another one, and are no abbreviation of it. */
const WHOLE: ReadonlySet<string> = new Set(['mem', 'time', 'exclusive', 'gpus', 'nodes', 'export']);

/** In full, without its value; `undefined` for a short one that is not in the table. */
function optionOf(text: string): string | undefined {
  const [, long] = /^--([a-z0-9-]+)/.exec(text) ?? [];
  if (long !== undefined) return long;
  const letter = text[1] ?? '';
  const full = Object.hasOwn(SHORT, letter) ? SHORT[letter] : undefined;
  return BARE.includes(letter) && text.length > 2 ? undefined : full;
}
