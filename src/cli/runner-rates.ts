import { readFileSync } from 'node:fs';
import { installedDir } from '../host/installed.ts';
import { parseRunnerRates, type RunnerRates } from '../profile/runner-rates.ts';

/** Below the folder of the profiles, as a person would open it. */
export const RATES_FILE = 'profiles/runners/github.yml';

export const ratesText = (): string => readFileSync(new URL(RATES_FILE, installedDir()), 'utf8');

export const runnerRates = (): RunnerRates => parseRunnerRates(ratesText(), RATES_FILE);
