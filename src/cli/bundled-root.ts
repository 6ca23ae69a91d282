import { readFileSync } from 'node:fs';
import { installedDir } from '../host/installed.ts';
import { type BundledRoot, parseBundledRoot } from '../profile/bundled-root.ts';

/** Below the folder of the program, as a person would open it. */
export const ROOT_FACTS_FILE = 'trust/public-good.yml';

const read = (file: string): string => readFileSync(new URL(file, installedDir()), 'utf8');

export const rootFactsText = (): string => read(ROOT_FACTS_FILE);

export const rootFacts = (): BundledRoot => parseBundledRoot(rootFactsText(), ROOT_FACTS_FILE);

/** The public instance of Sigstore: its authorities and logs, as JSON. */
export const bundledRoot = (): string => read('trust/public-good.json');
