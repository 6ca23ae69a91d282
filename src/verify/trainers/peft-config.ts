import { Broken, overBudget } from '../contract/findings.ts';
import { isObject, parsedJson } from '../read/json-object.ts';

/** Compares a whole name with a pattern. */
export type NameTest = (name: string) => boolean;

/** What `adapter_config.json` of the PEFT library says, as far as tensors must answer to it. */
export interface PeftConfig {
  /** `LORA`, `IA3`, `PROMPT_TUNING`, ... */
  type: string;
  rank?: number;
  rankPatterns: { test: NameTest | undefined; rank: number }[];
  /** Names or ends of names; one pattern for the whole name; or left to the library. */
  targets: { ends: readonly string[] } | { pattern: NameTest | undefined } | undefined;
  modulesToSave: readonly string[];
  isDora: boolean;
  /** Variants that fold several layers or experts into one pair, so that shapes say nothing about the rank. */
  isPacked: boolean;
  virtualTokens?: number;
}

const MOST_RANK_PATTERNS = 1024;
const MOST_NAMES = 1024;

const PACKED = ['target_parameters', 'use_bdlora', 'use_qalora', 'layer_replication', 'monteclora_config'];

/** @throws Broken when it is no such configuration */
export function parsePeftConfig(text: string, path: string): PeftConfig {
  const parsed = parsedJson(text);
  if (parsed === undefined) throw malformed(path, 'is no JSON');
  const config = isObject(parsed) ? parsed : {};
  const { peft_type: type, r: rank, num_virtual_tokens: tokens, target_modules: targets } = config;
  const rankPattern = entriesOf(config['rank_pattern']);
  if (typeof type !== 'string') throw malformed(path, 'has no peft_type');
  if (type === 'LORA' && (!Number.isSafeInteger(rank) || (rank as number) < 1))
    throw malformed(path, 'has no rank r');
  return {
    type,
    ...(typeof rank === 'number' ? { rank } : {}),
    ...(typeof tokens === 'number' ? { virtualTokens: tokens } : {}),
    rankPatterns: ranksIn(rankPattern.slice(0, MOST_RANK_PATTERNS)),
    targets: targetsIn(targets),
    modulesToSave: namesIn(config['modules_to_save']),
    isDora: config['use_dora'] === true,
    isPacked: PACKED.some((name) => isSet(config[name])) || rankPattern.length > MOST_RANK_PATTERNS,
  };
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** Each key is a pattern for the end of a module's name, as the library compares it. */
function ranksIn(entries: readonly [string, unknown][]): PeftConfig['rankPatterns'] {
  return entries.flatMap(([key, rank]) =>
    typeof rank === 'number' ? [{ test: endsLike(key.replace(/^\^/, '')), rank }] : [],
  );
}

function endsLike(key: string): NameTest | undefined {
  const name = key.replaceAll('\\.', '.');
  return /^[\w.]+$/.test(name) ? (module) => module === name || module.endsWith(`.${name}`) : undefined;
}

/** `q_proj`, `.*q_proj`, `.*\.(q_proj|v_proj)`; whatever else a pattern may say is not run: it came with the files. */
const ENDINGS = /^\^?(\.\*)?(\\\.)?(?:\((?:\?:)?([\w|]{1,500})\)|(\w{1,500}))\$?$/;

function plainPattern(pattern: string): NameTest | undefined {
  const [whole, any, dot, choice, only = ''] = ENDINGS.exec(pattern) ?? [];
  if (whole === undefined) return undefined;
  const ends = (choice ?? only).split('|').map((end) => (dot === undefined ? end : `.${end}`));
  return any === undefined
    ? (module) => ends.includes(module)
    : (module) => ends.some((end) => module.endsWith(end));
}

function targetsIn(value: unknown): PeftConfig['targets'] {
  if (typeof value === 'string') return { pattern: plainPattern(value) };
  return Array.isArray(value) ? { ends: namesIn(value) } : undefined;
}

function namesIn(value: unknown): string[] {
  const names = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  if (names.length > MOST_NAMES) throw overBudget('names in adapter_config.json', MOST_NAMES, names.length);
  return names;
}

const malformed = (path: string, what: string): Broken =>
  new Broken('L2', 'adapter-config-malformed', `the adapter's configuration ${what}`, { file: path });
