import { Broken } from './findings.ts';
import { type NameTest, plainPattern } from './plain-pattern.ts';

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

const PACKED = ['target_parameters', 'use_bdlora', 'use_qalora', 'layer_replication', 'monteclora_config'];

/** @throws Broken when it is no such configuration */
export function parsePeftConfig(text: string, path: string): PeftConfig {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw malformed(path, 'is no JSON');
  }
  const config = (parsed ?? {}) as Record<string, unknown>;
  const { peft_type: type, r: rank, num_virtual_tokens: tokens } = config;
  if (typeof type !== 'string') throw malformed(path, 'has no peft_type');
  if (type === 'LORA' && (!Number.isSafeInteger(rank) || (rank as number) < 1))
    throw malformed(path, 'has no rank r');
  return {
    type,
    ...(typeof rank === 'number' ? { rank } : {}),
    ...(typeof tokens === 'number' ? { virtualTokens: tokens } : {}),
    rankPatterns: ranksIn(config['rank_pattern']),
    targets: targetsIn(config['target_modules']),
    modulesToSave: namesIn(config['modules_to_save']),
    isDora: config['use_dora'] === true,
    isPacked: PACKED.some((name) => isSet(config[name])),
  };
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

/** Each key is a pattern for the end of a module's name, as the library compares it. */
function ranksIn(value: unknown): PeftConfig['rankPatterns'] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, rank]) =>
    typeof rank === 'number' ? [{ test: plainPattern(`(.*\\.)?(${key.replace(/^\^/, '')})`), rank }] : [],
  );
}

function targetsIn(value: unknown): PeftConfig['targets'] {
  if (typeof value === 'string') return { pattern: plainPattern(value) };
  return Array.isArray(value) ? { ends: namesIn(value) } : undefined;
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const malformed = (path: string, what: string): Broken =>
  new Broken('L2', 'adapter-config-malformed', `the adapter's configuration ${what}`, { file: path });
