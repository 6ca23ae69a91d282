import type { Budgets } from '../contract/budgets.ts';
import { Broken } from '../contract/findings.ts';
import { type JsonPath, type JsonScalar, JsonScanner } from '../read/json-scanner.ts';

/** What `trainer_state.json` of Hugging Face's Trainer says. Python writes NaN into it as it is. */
export interface TrainerState {
  globalStep: number;
  epoch?: number;
  /** The greatest step of any record. */
  lastLogged?: number;
  /** The last record of each loss, and how many before it were not finite. */
  losses: Map<string, { step: number; value: number; brokenBefore: number }>;
}

const LOSS = /^((eval|train)_(.+_)?)?loss$/;

/** @throws Broken when it is no JSON, or has no step */
export function readTrainerState(text: string, path: string, budgets: Budgets): TrainerState {
  const found: { globalStep?: number; epoch?: number } = {};
  const records: { step: number; losses: Map<string, number> }[] = [];
  const scalar = (value: JsonScalar, [first, index, key, ...deeper]: JsonPath) => {
    const number = numberOf(value);
    if (number === undefined) return;
    if (first === 'global_step' && index === undefined) found.globalStep = number;
    if (first === 'epoch' && index === undefined) found.epoch = number;
    if (first !== 'log_history' || typeof index !== 'number' || deeper.length > 0) return;
    records[index] ??= { step: 0, losses: new Map() };
    if (key === 'step') records[index].step = number;
    else if (LOSS.test(String(key))) records[index].losses.set(String(key), number);
  };
  const limits = { depth: budgets.jsonDepth, constantBytes: budgets.constantBytes, keys: 1_000_000 };
  const scanner = new JsonScanner({ scalar }, limits);
  const bytes = new TextEncoder().encode(text);
  try {
    scanner.feed(bytes, 0);
    scanner.end(bytes.length);
  } catch (error) {
    throw error instanceof Broken
      ? new Broken(error.level, error.code, error.message, { ...error.extra, file: path })
      : error;
  }
  const { globalStep, epoch } = found;
  if (globalStep === undefined || !Number.isSafeInteger(globalStep) || globalStep < 0)
    throw new Broken('L2', 'trainer-state-malformed', 'has no global_step', { file: path });
  return { globalStep, ...(epoch === undefined ? {} : { epoch }), ...summaryOf(records.filter(Boolean)) };
}

function summaryOf(
  records: { step: number; losses: Map<string, number> }[],
): Omit<TrainerState, 'globalStep'> {
  const losses: TrainerState['losses'] = new Map();
  let lastLogged: number | undefined;
  for (const { step, losses: own } of records) {
    lastLogged = Math.max(lastLogged ?? 0, step);
    for (const [name, value] of own) {
      const before = losses.get(name);
      const brokenBefore =
        (before?.brokenBefore ?? 0) + (before !== undefined && !Number.isFinite(before.value) ? 1 : 0);
      losses.set(name, { step, value, brokenBefore });
    }
  }
  return { losses, ...(lastLogged === undefined ? {} : { lastLogged }) };
}

function numberOf(value: JsonScalar): number | undefined {
  if (value.kind === 'nonFinite') return Number.NaN;
  return value.kind === 'number' ? value.value : undefined;
}
