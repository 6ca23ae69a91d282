import { ASKED_NOTHING } from '../../job/slurm-schema.ts';
import type { RentIntent } from '../driver.ts';

/** Below the home directory, which login nodes and compute nodes share. */
export const QUEUE_DIR = '.gpu-lease/.queue';
/** First word of the comment of every job of ours; the owner mark follows. */
export const OURS = 'gpu-lease';
/** How the script ends that finds nothing to run: EX_CONFIG. */
export const NOTHING_TO_RUN = 78;

export interface Script {
  text: string;
  /** Variables by which a login shell would overrule a line of it: `SBATCH_TIMELIMIT`. */
  overruledBy: string[];
}

export type Asked = Pick<RentIntent, 'name' | 'owner' | 'want' | 'candidate' | 'tasks'> & {
  /** Of the cards, where the offer found out what the cluster calls them: `gpu:a100:2`. */
  gres?: string;
};

/** Lines of the script, and the variable of each that would count for more. */
type Option = readonly [name: string, value: string | undefined, variable?: string];

/** What lies beside a job's files is called by its name and one of these endings. */
const NAME = /^(?!.*\.(?:job|begun|tried|closed|log)(?:\.|$))[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const PRINTED = /^[ -~]+$/;
const MARK = /^[a-z0-9]{1,40}$/;
/** No blank, quote, backslash or `#`: sbatch would read on from there in its own way. */
const VALUE = /^[A-Za-z0-9[(.%_@+=-][A-Za-z0-9[\](){}.,:;&|*?!%_@+=/~^-]*$/;

/**
 * What is submitted: a few lines that run the keeper which lies beside it by then. No code, and no secret.
 * @throws RangeError for a name, mark or value that sbatch or a shell would read otherwise than as itself
 */
export function renderScript(asked: Asked): Script {
  const { name, owner, candidate } = asked;
  if (!NAME.test(name)) throw new RangeError(`"${name}" cannot be the name of a Slurm job`);
  if (!MARK.test(owner)) throw new RangeError(`"${owner}" is no owner mark`);
  const { directives, modules } = candidate.slurm ?? ASKED_NOTHING;
  const options = optionsOf(asked);
  const lines = options.map(([option, value]) => directive(`--${option}`, value));
  const text = [
    '#!/bin/sh',
    ...lines,
    ...directives.map((each) => checked(each, `#SBATCH ${each}`)),
    ...bodyOf(name, modules, asked.tasks !== undefined),
    '',
  ].join('\n');
  return {
    text,
    overruledBy: [...ALWAYS_UNSET, ...options.flatMap(([, , variable]) => (variable ? [variable] : []))],
  };
}

/** Not written in the script, and harmful where a login shell sets them. */
const ALWAYS_UNSET = ['SBATCH_ARRAY_INX', 'SBATCH_WAIT', 'SBATCH_ERROR', 'SBATCH_INPUT', 'SBATCH_NO_REQUEUE'];

function optionsOf({ name, owner, want, candidate, gres: found, tasks }: Asked): Option[] {
  const asked = candidate.slurm ?? ASKED_NOTHING;
  const cards = cardsOf({ ...asked, ...(found === undefined ? {} : { found }) }, want.gpu?.count);
  const memoryGb = asked.memoryGb ?? want.memoryGb?.min;
  const cpus = asked.cpus ?? want.cpus?.min;
  const given: Option[] = [
    ['job-name', name, 'SBATCH_JOB_NAME'],
    ['comment', `${OURS} ${owner}`, 'SBATCH_COMMENT'],
    ['output', `${QUEUE_DIR}/${name}-${tasks ? '%A_%a' : '%j'}.log`, 'SBATCH_OUTPUT'],
    ['open-mode', 'append', 'SBATCH_OPEN_MODE'],
    ['nodes', nodesOf(want), 'SBATCH_NODES'],
    ...(want.nodes === undefined ? [] : [tasksOf(want)]),
    ['signal', `B:TERM@${asked.signalSeconds}`, 'SBATCH_SIGNAL'],
    [asked.requeue ? 'requeue' : 'no-requeue', undefined, 'SBATCH_REQUEUE'],
  ];
  const wanted: Option[] = [
    ['partition', asked.partition, 'SBATCH_PARTITION'],
    ['account', asked.account, 'SBATCH_ACCOUNT'],
    ['qos', asked.qos, 'SBATCH_QOS'],
    ['constraint', asked.constraint, 'SBATCH_CONSTRAINT'],
    ['reservation', asked.reservation, 'SBATCH_RESERVATION'],
    ['time', minutes(asked.timeSeconds), 'SBATCH_TIMELIMIT'],
    ['gres', cards.gres, 'SBATCH_GRES'],
    ['gpus', cards.gpus, 'SBATCH_GPUS'],
    ['cpus-per-task', cpus?.toString(), 'SBATCH_CPUS_PER_TASK'],
    ['mem', memoryGb === undefined ? undefined : `${mebibytes(memoryGb)}M`, 'SBATCH_MEM_PER_NODE'],
    ['dependency', asked.dependency],
    ['array', tasks && `0-${tasks.count - 1}%${tasks.atOnce}`],
  ];
  return [...given, ...wanted.filter(([, value]) => value !== undefined)];
}

/**
 * Where fewer nodes are enough sbatch would count a task for each of the fewest, and Slurm gives no more nodes than tasks; then what is left
 * of an allocation that lost a node is kept.
 */
const tasksOf = ({ leastNodes }: Asked['want']): Option =>
  leastNodes === undefined
    ? ['ntasks-per-node', '1', 'SBATCH_NTASKS_PER_NODE']
    : ['no-kill', undefined, 'SBATCH_NO_KILL'];

const nodesOf = ({ nodes = 1, leastNodes }: Asked['want']): string =>
  leastNodes === undefined ? String(nodes) : `${leastNodes}-${nodes}`;

/** The word of the job file, else what the offer found, else a number of any cards. */
function cardsOf(
  { gres, gpus, found }: { gres?: string; gpus?: string; found?: string },
  count = 0,
): { gres?: string; gpus?: string } {
  if (gres !== undefined) return { gres };
  if (gpus !== undefined) return { gpus };
  if (found !== undefined) return { gres: found };
  return count > 0 ? { gres: `gpu:${count}` } : {};
}

const minutes = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : String(Math.ceil(seconds / 60));

/** Slurm's M is 2^20 bytes, and a GB of ours 10^9. */
const mebibytes = (gb: number): number => Math.ceil((gb * 1e9) / 2 ** 20);

function directive(option: string, value: string | undefined): string {
  if (value === undefined) return `#SBATCH ${option}`;
  // The comment alone has a blank; both its words were looked at.
  if (option === '--comment') return `#SBATCH --comment="${value}"`;
  if (!VALUE.test(value)) throw new RangeError(`"${value}" cannot stand behind ${option} of sbatch`);
  return `#SBATCH ${option}=${value}`;
}

function checked(directive: string, line: string): string {
  if (PRINTED.test(directive) && /^--?[A-Za-z][^ "'\\#]*(?: [^ "'\\#-][^ "'\\#]*)?$/.test(directive))
    return line;
  throw new RangeError(`"${directive}" is not one option of sbatch`);
}

/**
 * The file that names keeper and folder is laid down before the job is let go; a job that somebody else let go says so
 * and ends. A module that is not there ends it too, rather than let it train with another CUDA.
 */
function bodyOf(name: string, modules: readonly string[], isArray: boolean): string[] {
  const loads = modules.map((each) => {
    if (!/^[A-Za-z0-9][A-Za-z0-9._+/:=@-]*$/.test(each)) throw new RangeError(`"${each}" is no module`);
    return `module load '${each}' || { echo 'gpu-lease: module load ${each} failed' >&2; exit ${NOTHING_TO_RUN}; }`;
  });
  return [
    `place="$HOME/${QUEUE_DIR}/${name}"`,
    'if [ ! -r "$place" ]; then',
    `  echo "gpu-lease: $place is not there: this job was let go before anything was laid down for it" >&2`,
    `  exit ${NOTHING_TO_RUN}`,
    'fi',
    ...(loads.length === 0 ? [] : [MODULES, ...loads]),
    '{ IFS= read -r keeper && IFS= read -r base; } <"$place"',
    'if [ ! -r "$keeper" ] || [ ! -d "$base" ]; then',
    `  echo "gpu-lease: $place names $keeper and $base, and they cannot be read on $(hostname)" >&2`,
    `  exit ${NOTHING_TO_RUN}`,
    'fi',
    // A step that the command starts takes its cores from here since Slurm 22.05, and from nowhere else.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable is of the shell
    '[ -z "${SLURM_CPUS_PER_TASK:-}" ] || { SRUN_CPUS_PER_TASK=$SLURM_CPUS_PER_TASK; export SRUN_CPUS_PER_TASK; }',
    `exec sh "$keeper" batch "$base" slurm${isArray ? ' "$SLURM_ARRAY_TASK_ID"' : ''}`,
  ];
}

/** `module` is a function of login shells, and a batch script is none. */
const MODULES = [
  'command -v module >/dev/null 2>&1 ||',
  `for each in "\${LMOD_PKG:-/none}/init/sh" "\${MODULESHOME:-/none}/init/sh" /etc/profile.d/modules.sh /etc/profile.d/lmod.sh; do`,
  '[ -r "$each" ] && . "$each" && break; done',
].join(' ');
