import { SHORT_VARIABLES } from '../habits/length-paste.ts';
import type { Commands } from '../proposal.ts';
import type { Code } from '../reading/code.ts';
import { environmentOption } from '../reading/environment-options.ts';
import { type Flags, flagText } from '../reading/flags.ts';
import {
  DRILL_EPOCHS,
  EPOCHS,
  flagNamed,
  LOGS,
  ON_CPU,
  outputFlag,
  RESUME_NAMES,
  SAVES,
  type ShortOption,
  STEPS,
} from '../reading/option-names.ts';
import { pathQuoted } from '../reading/shell-words.ts';
import { readsOurDirectory } from '../reading/written-path.ts';
import type { Habits } from '../trainer.ts';
import { axolotlCommand } from './axolotl-command.ts';
import { resumePrelude } from './resume-prelude.ts';
import { keptArguments, launcherWords } from './start-words.ts';

/** How it is started, whole and short. */
export function commandsOf(code: Code, habits: Habits): Commands {
  if (!code.entry) return bare('python3 train.py');
  if (/\.ya?ml$/.test(code.entry.path)) return axolotlCommand(code);
  if (!code.entry.path.endsWith('.py')) return ofAnotherLanguage(code);
  const options = optionsOf(code, habits, EPOCHS.value);
  const write = (kind: 'run' | 'smoke', options: ReturnType<typeof optionsOf>): string => {
    const set = kind === 'run' ? options.always : [...options.always, ...options.short];
    const words = [
      ...launcherWords(code, habits, kind),
      ...keptArguments(code, namesOf(set)),
      ...set.map((each) => each.text),
    ];
    const variables = kind === 'run' ? [] : options.variables;
    const begin = code.isStartedInOutput ? IN_OUTPUT : '';
    return resumePrelude(habits, { begin, words, variables, style: code.flags.style });
  };
  const smoke = write('smoke', options);
  const drill = write('smoke', optionsOf(code, habits, DRILL_EPOCHS));
  const isDrilled = habits.checkpoint !== undefined && habits.resume.how !== 'not';
  return {
    run: write('run', options),
    smoke,
    ...(isDrilled && drill !== smoke && { drill }),
    isShort: options.isShort,
    passesOutput: options.passesOutput,
    awaits: options.awaits,
  };
}

/** `$OLDPWD` is the code's directory from there on. */
const IN_OUTPUT = 'cd "$GPU_LEASE_OUT" && ';

interface Option {
  name: string;
  text: string;
}

const namesOf = (options: readonly Option[]): string[] => [
  ...options.map(({ name }) => name),
  ...RESUME_NAMES,
];

/** @param epochs of a run whose length is said in these */
function optionsOf(code: Code, habits: Habits, epochs: string) {
  const { flags } = code;
  const output = outputOption(code);
  const length = flagNamed(flags.all, STEPS.names) === undefined ? { ...EPOCHS, value: epochs } : STEPS;
  const byFlag = option(flags, length);
  const variables = byFlag ? [] : byEnvironment(code, epochs);
  const hint = byFlag || variables.length > 0 ? [] : awaited(habits, epochs);
  const short = byFlag
    ? [byFlag, ...(length === STEPS ? present(flags, [SAVES]) : []), ...present(flags, [LOGS, ...ON_CPU])]
    : present(flags, ON_CPU);
  return {
    always: [...(output ? [output] : []), ...doTrain(code)],
    short: unique([...short, ...present(flags, habits.short ?? [])]),
    variables: [...variables, ...hint],
    awaits: hint,
    isShort: byFlag !== undefined || variables.length > 0,
    passesOutput: code.isStartedInOutput || output !== undefined || readsOurDirectory(code) !== undefined,
  };
}

const present = (flags: Flags, wanted: readonly ShortOption[]): Option[] =>
  wanted.flatMap((each) => option(flags, each) ?? []);

function option(flags: Flags, { names, value }: ShortOption): Option | undefined {
  const name = flagNamed(flags.all, names);
  if (name === undefined) return undefined;
  return { name, text: flagText(flags, name, flags.all.get(name)?.isSwitch ? undefined : value) };
}

function outputOption(code: Code): Option | undefined {
  const { flags } = code;
  const name = outputFlag(flags.all);
  if (name !== undefined) return { name, text: flagText(flags, name, '"$GPU_LEASE_OUT"') };
  if (flags.style !== 'override' || !readsHydraDirectory(code)) return undefined;
  return { name: 'hydra.run.dir', text: 'hydra.run.dir="$GPU_LEASE_OUT"' };
}

/** Hydra names a directory for each run; a script writes there only if it asks for it. */
const readsHydraDirectory = ({ files, repository }: Code): boolean =>
  files.some(({ code }) => /runtime\.output_dir|hydra\.run\.dir/.test(code)) ||
  repository.files.some((path) => /\.ya?ml$/.test(path) && /\$\{hydra:/.test(repository.read(path) ?? ''));

/** Scripts of the Hugging Face examples train only when they are told to. */
const doTrain = (code: Code): Option[] =>
  code.files.some(({ code: text }) => /\bargs\.do_train\b/.test(text)) ||
  code.files.some(({ code: text }) => /\b\w+_args\.do_train\b/.test(text))
    ? [{ name: 'do_train', text: '--do_train' }]
    : [];

function byEnvironment(code: Code, epochs: string): string[] {
  const steps = environmentOption(code, STEPS) ?? environmentOption(code, EPOCHS);
  if (steps === undefined) return [];
  const saves = environmentOption(code, SAVES);
  const isSteps = !/EPOCH/.test(steps);
  return [
    `${steps}=${isSteps ? STEPS.value : epochs}`,
    ...(saves === undefined ? [] : [`${saves}=${SAVES.value}`]),
  ];
}

/** What the lines to paste would make the script read. */
const awaited = (habits: Habits, epochs: string): string[] =>
  Object.entries(SHORT_VARIABLES)
    .filter(([name]) => habits.pastes.some(({ lines }) => lines.some((line) => line.includes(`"${name}"`))))
    .map(([name, value]) => `${name}=${name === 'EPOCHS' ? epochs : value}`);

const unique = (options: readonly Option[]): Option[] =>
  options.filter(({ name }, at) => options.findIndex((each) => each.name === name) === at);

const bare = (run: string): Commands => ({
  run,
  smoke: run,
  isShort: false,
  passesOutput: false,
  awaits: [],
});

function ofAnotherLanguage({ entry, repository, flags }: Code): Commands {
  const path = entry?.path ?? '';
  if (path.endsWith('.sh')) return bare(`sh ${pathQuoted(path)}`);
  const own = nodeFlags(entry?.source ?? '');
  const npm = hasNpmTrain(repository.read('package.json'));
  const start = npm ? 'npm run train' : `node ${pathQuoted(path)}`;
  const all = new Map(own.map((name) => [name, { name, isSwitch: false }]));
  const given = { ...flags, all };
  const output = npm ? undefined : outputFlag(all);
  const steps = npm ? undefined : (option(given, STEPS) ?? option(given, EPOCHS));
  const run = output === undefined ? start : `${start} ${flagText(given, output, '"$GPU_LEASE_OUT"')}`;
  return {
    ...bare(run),
    smoke: steps ? `${run} ${steps.text}` : run,
    isShort: steps !== undefined,
    passesOutput: output !== undefined || /GPU_LEASE_OUT/.test(entry?.source ?? ''),
  };
}

const nodeFlags = (source: string): string[] =>
  /parseArgs/.test(source)
    ? [...source.matchAll(/['"]?([a-z][a-z-]{1,39})['"]?:\s*\{\s*type:/g)].map(([, name = '']) => name)
    : [];

function hasNpmTrain(text: string | undefined): boolean {
  try {
    const scripts = (JSON.parse(text ?? '{}') as { scripts?: Record<string, unknown> } | null)?.scripts;
    return typeof scripts?.['train'] === 'string';
  } catch {
    return false; // Not JSON: then it tells us nothing.
  }
}
