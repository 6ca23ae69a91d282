import type { Trust } from '../github/untrusted-event.ts';
import type { ActionStep } from './action-call.ts';
import type { Given, OptionName } from './options.ts';

/** What was asked for on the command line. */
export interface Request {
  command: CommandDefinition;
  /** Every command that there is. */
  commands: readonly CommandDefinition[];
  env: NodeJS.ProcessEnv;
  /** As given; defaults are not filled in, so that unset, empty and a value stay three things. */
  given: Given;
  /** Words after the options that no option took. */
  words: string[];
}

/** Loaded only when it is asked for: `launch` must not pay for the verifier, nor `init` for ssh2. */
export type Load = () => Promise<{ command: (request: Request, signal: AbortSignal) => Promise<number> }>;

/** Everything about one command that others ask for. Each stands in its file of `commands/`, and loads nothing until it runs. */
export interface CommandDefinition {
  name: string;
  about: string;
  group: 'stages' | 'looking' | 'hands on a run' | 'setting up' | 'when things go wrong';
  /** Among those of its group. */
  place: number;
  options: OptionName[];
  /** Name of the one positional argument, if it takes one; it sets this option. */
  positional?: OptionName;
  /** What stands after the command where any number of words may. */
  words?: string;
  /** Where this command's default of an option is another than the usual one. */
  defaults?: Partial<Record<OptionName, string>>;
  /** Where an option means another thing to this command. */
  meanings?: Partial<Record<OptionName, string>>;
  /** Who may cause it beside members of the repository; unset: nobody. */
  trust?: Trust;
  load: Load;
  /** The same where it only reads the ledger: part of `dist/look.cjs`. */
  quick?: Load;
  /** It has a composite action under `actions/`. */
  action?: ActionDefinition;
}

export interface ActionDefinition {
  /** A stage of one run, or something that is about all of them or none. */
  of: 'run' | 'all';
  /** What it does with a token, where that is not the usual of a stage, with each permission as a workflow writes it. */
  token?: string;
  /** It takes the repository's secret: to reach boxes, or only to look. A stage needs it without saying so. */
  secret?: 'needed' | 'taken';
  /** Options that mean nothing to it, because of what it is not given. */
  without?: OptionName[];
  /** The root action runs it, too, although it is no stage of a run. */
  inRoot?: true;
  /** It may leave an upload to a step of its own: a run step has no runtime token. */
  uploads?: true;
  /** It writes into records, which are uploaded at its end. */
  records?: true;
  /** What it does; a stage does what its command does. */
  step?: () => Promise<{ step: ActionStep }>;
  /** With what each means; of a stage those beside every stage's. */
  outputs?: Readonly<Record<string, string>>;
  /** What they are before anything is known, where that is not an empty text. */
  atFirst?: Readonly<Record<string, string>>;
  /** What the example on its page has beside what every example has. */
  example?: ActionExample;
}

export interface ActionExample {
  /** First lines of the file, up to its permissions: when it starts, and its title. Unset: it is started by hand. */
  head?: readonly string[];
  /** The job needs the repository at hand; `history`: with all commits. */
  checkout?: true | 'history';
  /** It asks platforms, by the keys that the environment holds. */
  keys?: true;
  /** Lines of the steps before it. */
  before?: readonly string[];
  /** Further lines of the job. */
  job?: readonly string[];
  with?: Readonly<Record<string, string>>;
  /** Its queue, in which of several that wait none may be dropped: it spends, or it waits for a person, and holds up no look then. */
  queue?: 'gpu-lease' | 'gpu-lease-release' | 'gpu-lease-kaggle';
}

/** An expression of a workflow. */
export const given = (expression: string): string => `\${{ ${expression} }}`;

/** Head of an example's file that is started with these inputs, by what each means. */
export const startedWith = (inputs: Readonly<Record<string, string>>): string[] => [
  'on:',
  '  workflow_dispatch:',
  '    inputs:',
  ...Object.entries(inputs).map(([name, about]) => `      ${name}: { type: string, description: ${about} }`),
];

/** A file with `gate` and `release`, as `ask` starts it. Its title is what the approver reads. */
export const RELEASE_HEAD = [
  `run-name: release ${given('inputs.lease')} ${given('inputs.seal')} ${given('inputs.acknowledge')} # what its reviewers read`,
  ...startedWith({
    run: 'Run to release',
    lease: 'Lease to release',
    seal: 'Seal that the release is for',
    acknowledge: 'stale-facts where the summary asks for it',
    approve: 'Release phrase where no environment has reviewers',
  }),
];

/** Where a command finds its runs, and how it answers. */
export const PLACE: OptionName[] = ['ledger', 'store', 'json'];
