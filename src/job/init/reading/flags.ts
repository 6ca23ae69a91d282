import type { PythonCall } from '../python/calls.ts';
import { dataclassFields, type Parameter, parametersOf, plainGlobals } from '../python/names.ts';
import type { PythonText } from '../python/text.ts';
import type { Repository } from '../repository.ts';
import { hydraKeys } from './hydra-config.ts';

/** A long option of a script. */
export interface Flag {
  /** Without its dashes. */
  name: string;
  /** Whether it stands alone: `--resume`. */
  isSwitch: boolean;
  /** As the script has it, where that was read. */
  default?: string;
}

/** What a script can be told on its command line, and how. */
export interface Flags {
  /** `--steps 3`, `--steps=3` or, for Hydra, `steps=3`. */
  style: 'space' | 'equals' | 'override';
  /** By name. */
  all: ReadonlyMap<string, Flag>;
  /** What reads them, as a person calls it; `undefined` where nothing does. */
  parser?: string;
}

export interface ScriptText {
  python: PythonText;
  calls: readonly PythonCall[];
}

interface Parser {
  name: string;
  style: Flags['style'];
  /** `undefined` where the script does not use it. */
  flags(script: ScriptText, repository: Repository): Flag[] | undefined;
}

/** Read in this order; the first that is used says how a flag is written, all together say which there are. */
const PARSERS: readonly Parser[] = [
  {
    name: "nanoGPT's configurator",
    style: 'equals',
    flags: ({ python }) =>
      /\bexec\s*\(\s*open\s*\(\s*['"][^'"]*configurator\.py['"]/.test(python.code)
        ? valued(plainGlobals(python))
        : undefined,
  },
  { name: 'Hydra', style: 'override', flags: hydraFlags },
  { name: 'argparse', style: 'space', flags: argparseFlags },
  { name: 'click', style: 'space', flags: clickFlags },
  { name: 'typer', style: 'space', flags: typerFlags },
  { name: "Hugging Face's parser", style: 'space', flags: huggingFaceFlags },
  { name: 'Lightning CLI', style: 'space', flags: lightningFlags },
  { name: 'fire', style: 'equals', flags: fireFlags },
  { name: 'absl', style: 'equals', flags: abslFlags },
  { name: 'tyro', style: 'space', flags: tyroFlags },
];

export function flagsOf(script: ScriptText, repository: Repository): Flags {
  const used = PARSERS.flatMap(({ name, style, flags }) => {
    const found = flags(script, repository);
    return found === undefined ? [] : [{ name, style, found }];
  });
  const all = new Map<string, Flag>();
  for (const flag of used.flatMap(({ found }) => found)) if (!all.has(flag.name)) all.set(flag.name, flag);
  return { style: used[0]?.style ?? 'space', all, ...(used[0] && { parser: used[0].name }) };
}

/** @param value of one word, as the shell is to read it; `undefined` for a flag that stands alone */
export function flagText({ style }: Pick<Flags, 'style'>, name: string, value: string | undefined): string {
  if (style === 'override') return `${name}=${value ?? 'true'}`;
  if (value === undefined) return `--${name}`;
  return style === 'equals' ? `--${name}=${value}` : `--${name} ${value}`;
}

const valued = (parameters: readonly Parameter[], hyphens = false): Flag[] =>
  parameters.map(({ name, type, default: value }) => ({
    name: hyphens ? name.replaceAll('_', '-') : name,
    isSwitch: hyphens && (type === 'bool' || value === 'False' || value === 'True'),
  }));

const LONG = /^[rbfu]?['"]--([A-Za-z0-9][A-Za-z0-9_.-]{0,60})(?:\/--[\w-]+)?['"]$/;
const longNames = (plain: readonly string[]): string[] => plain.flatMap((text) => LONG.exec(text)?.[1] ?? []);

function argparseFlags({ calls }: ScriptText): Flag[] | undefined {
  const own = calls.filter(({ name }) => name.endsWith('.add_argument'));
  if (own.length === 0) return undefined;
  return own.flatMap(({ plain, named }) => {
    const action = named.get('action') ?? '';
    const isSwitch = /store_(true|false|const)|BooleanOptionalAction|count/.test(action);
    const given = named.get('default');
    return longNames(plain).map((name) => ({
      name,
      isSwitch,
      ...(given !== undefined && { default: given }),
    }));
  });
}

function clickFlags({ calls }: ScriptText): Flag[] | undefined {
  const own = calls.filter(({ name }) => /(^|\.)click\.option$/.test(name));
  if (own.length === 0) return undefined;
  return own.flatMap(({ plain, named }) => {
    const isSwitch = named.get('is_flag') === 'True' || plain.some((text) => text.includes('/--'));
    return longNames(plain).map((name) => ({ name, isSwitch }));
  });
}

function typerFlags({ python, calls }: ScriptText): Flag[] | undefined {
  const run = calls.find(({ name }) => name === 'typer.run')?.plain[0];
  const command = /@\w+\.command\([^)]*\)\s*\n(?:@[^\n]*\n)*\s*def\s+(\w+)/.exec(python.bare)?.[1];
  if (!calls.some(({ name }) => name.startsWith('typer.'))) return undefined;
  const named = calls.filter(({ name }) => name === 'typer.Option').flatMap(({ plain }) => longNames(plain));
  const main = run ?? command;
  const parameters = main !== undefined && /^\w+$/.test(main) ? parametersOf(python, main) : [];
  const options = parameters.filter((each) => each.default !== undefined || /Option/.test(each.type ?? ''));
  return [...named.map((name) => ({ name, isSwitch: false })), ...valued(options, true)];
}

/** Of the many that `TrainingArguments` has: the ones that decide where it writes, how long it runs and what it says. */
const TRAINING_ARGUMENTS = [
  'output_dir',
  'max_steps',
  'num_train_epochs',
  'save_steps',
  'save_strategy',
  'logging_steps',
  'report_to',
  'resume_from_checkpoint',
];

function huggingFaceFlags({ python, calls }: ScriptText): Flag[] | undefined {
  if (!calls.some(({ name }) => /(^|\.)(HfArgumentParser|TrlParser)$/.test(name))) return undefined;
  const implied = TRAINING_ARGUMENTS.map((name) => ({ name, isSwitch: false }));
  return [...implied, { name: 'use_cpu', isSwitch: true }, ...valued(dataclassFields(python))];
}

function lightningFlags({ calls }: ScriptText): Flag[] | undefined {
  if (!calls.some(({ name }) => /(^|\.)LightningCLI$/.test(name))) return undefined;
  return ['trainer.default_root_dir', 'trainer.max_steps', 'trainer.accelerator', 'ckpt_path'].map(
    (name) => ({ name, isSwitch: false }),
  );
}

function fireFlags({ python, calls }: ScriptText): Flag[] | undefined {
  const main = calls.find(({ name }) => name === 'fire.Fire')?.plain[0];
  if (main === undefined) return undefined;
  return valued(/^\w+$/.test(main) ? parametersOf(python, main) : []);
}

function abslFlags({ calls }: ScriptText): Flag[] | undefined {
  const own = calls.filter(({ name }) => /(^|\.)DEFINE_\w+$/.test(name));
  if (own.length === 0) return undefined;
  return own.flatMap(({ name, plain }) => {
    const flag = /^['"]([A-Za-z]\w{0,60})['"]$/.exec(plain[0] ?? '')?.[1];
    return flag === undefined ? [] : [{ name: flag, isSwitch: /bool(ean)?$/.test(name) }];
  });
}

function tyroFlags({ python, calls }: ScriptText): Flag[] | undefined {
  const cli = calls.find(({ name }) => name === 'tyro.cli');
  if (!cli) return undefined;
  const of = cli.plain[0] ?? '';
  return valued([...dataclassFields(python), ...(/^\w+$/.test(of) ? parametersOf(python, of) : [])], true);
}

function hydraFlags({ python, calls }: ScriptText, repository: Repository): Flag[] | undefined {
  const main = calls.find(({ name }) => name === 'hydra.main');
  if (!main && !/@hydra\.main\b/.test(python.bare)) return undefined;
  return hydraKeys(python.path, main, repository).map((name) => ({ name, isSwitch: false }));
}
