import { createHash } from 'node:crypto';
import { globFault } from '../job/glob.ts';
import { Problem } from '../problem.ts';
import type { BoxPlan } from './box-plan.ts';
import { dataFiles } from './keeper-data.ts';
import { nodesFiles } from './keeper-nodes.ts';
import { globToEre } from './keeper-pattern.ts';
import { setsFiles } from './keeper-sets.ts';
import { auditText, largestText, memoryText, notifyText, settleText } from './keeper-text.ts';
import type { TarMember } from './tar-writer.ts';

/** The plan as the files that the keeper reads. Throws a `Problem` for what a shell on the box would misread. */
export function planMembers(plan: BoxPlan): TarMember[] {
  refuseBadPlan(plan);
  const setup = setupText(plan);
  const files: Record<string, string> = {
    settings: settingsText(plan, setup),
    cells: plan.cells.map((cell) => `${cell.name}\n`).join(''),
    'vars.env': variableLines(plan),
    'watched.ere': lines(plan.watched.map((glob) => globToEre(glob, 'wide'))),
    'scratch.ere': lines(plan.scratch.map((glob) => globToEre(glob, 'narrow'))),
    metrics: lines((plan.metrics ?? []).map(sourceLine)),
    'memory.sh': memoryText(),
    'anchors.ere': lines((plan.anchors ?? []).map((glob) => globToEre(glob, 'wide'))),
  };
  if (setup !== '') files['setup.sh'] = `${NOTE_INSTALLED}\n${plan.isRented ? settleText() : ''}${setup}`;
  if (plan.requirements) files['requirements.txt'] = plan.requirements.text;
  Object.assign(files, dataFiles(plan.data ?? []));
  if (plan.diskFloor.bytes > 0) files['largest.sh'] = largestText();
  if (plan.container !== undefined) files['container.sh'] = plan.container;
  if (plan.auditThere) {
    files['audit.sh'] = auditText();
    files['audit.gpu'] = plan.auditThere.withCards ? '1\n' : '0\n';
  }
  if (plan.nodes) Object.assign(files, nodesFiles(plan.nodes));
  if (plan.notify) files['notify.sh'] = notifyText();
  if (plan.durableDir !== undefined && plan.sets) Object.assign(files, setsFiles(plan.sets));
  for (const kind of ['enter', 'leave', 'transfer'] as const)
    Object.assign(files, hookFiles(kind, plan.hooks[kind] ?? []));
  for (const [index, cell] of plan.cells.entries()) {
    files[`cell-${index + 1}.sh`] = `${cell.command}\n`;
    files[`cell-${index + 1}.env`] = exportLines(cell.vars);
  }
  return Object.entries(files).map(([name, text]) => ({ path: `plan/${name}`, content: Buffer.from(text) }));
}

/** One plain file is found by its name: a pattern costs a walk through all files at every look. */
function sourceLine({ growth, path }: NonNullable<BoxPlan['metrics']>[number]): string {
  if (growth === 'log') return 'log - log';
  return /[*?[\]]/.test(path) ? `${growth} ~ ${globToEre(path, 'wide')}` : `${growth} = ${path}`;
}

/** However the setup ends: what is installed then is evidence of the run. */
const NOTE_INSTALLED = `trap 'code=$?; python3 -m pip freeze >"$GPU_LEASE_BASE/installed.txt" 2>/dev/null; exit $code' EXIT`;

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

/** Each hook runs in the shell that becomes the command (enter, transfer) or after it (leave); the first that fails ends the chain. */
function hookFiles(kind: keyof BoxPlan['hooks'], hooks: readonly string[]): Record<string, string> {
  if (hooks.length === 0) return {};
  const files: Record<string, string> = {};
  hooks.forEach((text, index) => {
    files[`${kind}-${index + 1}.sh`] = `${text}\n`;
  });
  // "$1" is the plan's directory in the keeper's shell.
  files[`${kind}.sh`] = lines(hooks.map((_, index) => `. "$1/${kind}-${index + 1}.sh" || exit 97`));
  return files;
}

function setupText(plan: BoxPlan): string {
  const steps: string[] = [];
  if (plan.requirements) steps.push(`${plan.requirements.install} || exit`);
  if (plan.setup !== undefined && plan.setup.trim() !== '') steps.push(plan.setup);
  return lines(steps);
}

function settingsText(plan: BoxPlan, setup: string): string {
  const key = createHash('sha256').update(
    JSON.stringify([setup, plan.requirements?.text ?? '', plan.code.hash]),
  );
  const settings: [string, string | number | undefined][] = [
    ['code', plan.code.hash],
    ['durable_dir', plan.durableDir],
    ['dead_man_seconds', Math.ceil(plan.deadManSeconds)],
    ['heartbeat_seconds', Math.max(1, Math.ceil(plan.heartbeatSeconds))],
    ['floor_bytes', Math.ceil(plan.diskFloor.bytes)],
    ['floor_inodes', Math.ceil(plan.diskFloor.inodes)],
    ['sets_bytes', plan.setsBytes === undefined ? undefined : Math.ceil(plan.setsBytes)],
    ['setup_key', key.digest('hex').slice(0, 16)],
    ['log_max_bytes', plan.logMaxBytes],
    ['boot_env', plan.bootEnv ? 1 : 0],
    ['still_seconds', plan.stillSeconds === undefined ? undefined : Math.ceil(plan.stillSeconds)],
    ['self_stop', plan.selfStop],
    ['park_line', plan.parksItself?.line],
    ['park_after_seconds', plan.parksItself && Math.ceil(plan.parksItself.afterSeconds)],
    ['notify', plan.notify?.on.join(',')],
    ['tensorboard_dir', plan.tensorboardDir],
    ['tasks', plan.isTasks ? plan.cells.length : undefined],
  ];
  return lines(settings.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])));
}

/** `export NAME='value'` lines. A value may hold anything but NUL: only the quote ends a quoted string. */
export function exportLines(values: Record<string, string>): string {
  return lines(Object.entries(values).map(([name, value]) => `export ${name}=${singleQuoted(value)}`));
}

/** What every command of the run gets, as shell text: places first, so that the job's own variables win. */
export const variableLines = (plan: Pick<BoxPlan, 'places' | 'pathDir' | 'vars'>): string =>
  placeLines(plan) + exportLines(plan.vars);

/** Before the job's own variables. `~` is the box's to say. */
function placeLines({ places = {}, pathDir }: Pick<BoxPlan, 'places' | 'pathDir'>): string {
  const exported = Object.entries(places).map(([name, value]) => `export ${name}=${homeQuoted(value)}`);
  return lines(
    pathDir === undefined ? exported : [...exported, `export PATH=${homeQuoted(pathDir)}:"$PATH"`],
  );
}

const homeQuoted = (path: string): string =>
  path.startsWith('~/') ? `"$HOME"${singleQuoted(path.slice(1))}` : singleQuoted(path);

export const singleQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Names that a shell cannot assign, or with which it would read everything after differently. */
const SHELL_NAMES = new Set(
  'BASHOPTS BASH_ENV BASH_VERSINFO ENV EUID GROUPS IFS LINENO OPTARG OPTIND PPID PS4 PWD OLDPWD SHELLOPTS UID _'.split(
    ' ',
  ),
);

function refuseBadPlan(plan: BoxPlan): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(plan.run))
    throw unusable('run', `the run id ${JSON.stringify(plan.run)}`);
  if (!Number.isSafeInteger(plan.attempt) || plan.attempt < 1)
    throw unusable('attempt', `the attempt ${plan.attempt}`);
  if (!/^[0-9a-f]{64}$/.test(plan.code.hash))
    throw unusable('code', `the code hash ${JSON.stringify(plan.code.hash)}`);
  if (plan.cells.length === 0) throw unusable('no-cells', 'a plan without cells');
  refuseCells(plan);
  refuseNames({ ...plan.vars, ...Object.assign({}, ...plan.cells.map((cell) => cell.vars)) }, 'variable');
  refuseNames(plan.secrets, 'secret');
  refuseCarriageReturns(plan);
  refusePlaces(plan);
  if (plan.durableDir !== undefined) refuseDurableDir(plan.durableDir);
  if (plan.workDir !== undefined && !isPlainAbsolute(plan.workDir))
    throw unusable('work-dir', `the directory ${plan.workDir}`);
  refuseSelfStop(plan.selfStop);
  refuseSelfStop(plan.parksItself?.line);
  for (const { growth, path } of plan.metrics ?? [])
    if (growth !== 'log' && globFault(path))
      throw unusable('metrics', `the metrics path ${JSON.stringify(path)}`);
}

function refuseCells(plan: BoxPlan): void {
  const seen = new Set<string>();
  for (const { name } of plan.cells) {
    if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name))
      throw unusable('cell-name', `the cell name ${JSON.stringify(name)}`);
    // Two cells of one name would write one output directory.
    if (seen.has(name)) throw unusable('cell-twice', `two cells named ${JSON.stringify(name)}`);
    seen.add(name);
  }
}

function refuseNames(values: Record<string, string>, what: string): void {
  for (const [name, value] of Object.entries(values)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || SHELL_NAMES.has(name) || name.startsWith('GPU_LEASE_')) {
      throw unusable('variable-name', `the ${what} name ${JSON.stringify(name)}`);
    }
    if (value.includes('\0'))
      throw unusable('variable-value', `the ${what} ${name}: its value holds a NUL byte`);
  }
}

/** Of the profile, or of the job file, which has been read as strictly. */
function refusePlaces({ places = {}, pathDir, tensorboardDir }: BoxPlan): void {
  const values = [
    ...Object.entries(places),
    ['PATH', pathDir ?? '/'],
    ['TensorBoard', tensorboardDir ?? '/'],
  ];
  for (const [name, value] of values as [string, string][]) {
    const isOdd = !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || SHELL_NAMES.has(name);
    if (isOdd || /[\u0000-\u001f]/.test(value))
      throw unusable('place', `${JSON.stringify(value)} as ${name}`);
  }
}

function refuseDurableDir(dir: string): void {
  if (dir === '') {
    throw new Problem({
      code: 'durable-dir-empty',
      kind: 'usage',
      what: 'The durable directory is set and empty. Empty is a value: it does not mean "none", and it is no path.',
      next: 'Leave it out to run without a durable tier, or name an absolute directory on the box.',
    });
  }
  if (!isPlainAbsolute(dir)) throw unusable('durable-dir', `the durable directory ${JSON.stringify(dir)}`);
}

function refuseSelfStop(line: string | undefined): void {
  if (line === undefined || (line.trim() !== '' && !/[\u0000-\u001f]/.test(line))) return;
  throw unusable('self-stop', `${JSON.stringify(line)} as the one line that ends the box's meter`, {
    next: "Write `rent.self-stop.line` of the platform's profile as one line of shell.",
  });
}

const isPlainAbsolute = (dir: string): boolean =>
  dir.startsWith('/') && !/[\u0000-\u001f]/.test(dir) && !dir.split('/').includes('..');

function refuseCarriageReturns(plan: BoxPlan): void {
  const texts: [string, string | undefined][] = [
    ['setup', plan.setup],
    ...plan.hooks.enter.map((text, i): [string, string] => [`enter hook ${i + 1}`, text]),
    ...(plan.hooks.transfer ?? []).map((text, i): [string, string] => [`transfer hook ${i + 1}`, text]),
    ...plan.hooks.leave.map((text, i): [string, string] => [`leave hook ${i + 1}`, text]),
    ...plan.cells.map((cell): [string, string] => [`the command of cell ${cell.name}`, cell.command]),
  ];
  const where = texts.filter(([, text]) => text?.includes('\r')).map(([name]) => name);
  if (where.length === 0) return;
  throw new Problem({
    code: 'crlf',
    kind: 'usage',
    what: `Windows line ends (CRLF) in ${where.slice(0, 5).join(', ')}: a shell on the box would read the carriage return as a part of the last word (U26).`,
    next: 'Save the file with LF line ends; in git: `* text=auto eol=lf` in .gitattributes.',
  });
}

const unusable = (code: string, what: string, { next } = { next: 'Correct it in the job file.' }): Problem =>
  new Problem({
    code: `plan-${code}`,
    kind: 'usage',
    what: `This cannot be laid down on a box: ${what}.`,
    next,
  });
