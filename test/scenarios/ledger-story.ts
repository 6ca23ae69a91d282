import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import type { Place } from './run-bundle.ts';

export interface Story {
  run: Run;
  events: LedgerEvent[];
  archived: boolean;
}

/** What a place's ledger tells, read with git alone: the program under test has no say in it. */
export function stories(place: Place, { ledger, tries = 3 }: Reading = {}): Story[] {
  try {
    return storiesNow(place, ledger);
  } catch (error) {
    // A git that outlives its killed parent may be putting a run away just now.
    if (tries > 1) return stories(place, { ...(ledger && { ledger }), tries: tries - 1 });
    throw error;
  }
}

interface Reading {
  /** Directory of the ledger's repository. Default: that of the place. */
  ledger?: string;
  tries?: number;
}

function storiesNow(place: Place, ledger = join(place.repository, '.git')): Story[] {
  if (!existsSync(ledger)) return [];
  const git = (...args: string[]) => place.git(`--git-dir=${ledger}`, ...args);
  const refs = git('for-each-ref', '--format=%(refname)', 'refs/gpu-lease/').trim();
  return refs
    .split('\n')
    .filter((ref) => /^refs\/gpu-lease\/(runs|archive\/\d+)\//.test(ref))
    .map((ref) => {
      const events = eventsIn(git('show', `${ref}:events.jsonl`));
      const id = ref.split('/').at(-1) ?? '';
      return { run: fold(id, events), events, archived: ref.includes('/archive/') };
    });
}

/** The only run of the ledger. */
export function onlyStory(place: Place, ledger?: string): Story {
  const [story, ...others] = stories(place, ledger === undefined ? {} : { ledger });
  if (!story || others.length > 0) throw new Error(`${others.length + (story ? 1 : 0)} runs in the ledger`);
  return story;
}

export const ofType = <T extends LedgerEvent['type']>(
  { events }: Story,
  type: T,
): Extract<LedgerEvent, { type: T }>[] =>
  events.filter((event): event is Extract<LedgerEvent, { type: T }> => event.type === type);

const eventsIn = (text: string): LedgerEvent[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
