import { fold } from '../lease/fold.ts';
import { partsOfAccount } from '../lease/fold-queue.ts';
import type { Run } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Resource } from '../platforms/driver.ts';
import { Problem } from '../problem.ts';
import { sameSignature } from '../secret/keys.ts';
import type { World } from '../world.ts';
import { firstSeen, isDue, marksText, readMarks, remark } from './stray-marks.ts';
import { classify, runOf, type Sorted, type Stray } from './strays.ts';

/** Least time between the look that marks a stray and the one that reports it. */
export const APART_SECONDS = 600;
const MARK_TRIES = 8;

export interface SeenStray extends Stray {
  platform: string;
  /** ISO 8601, by the clock of the machine that saw it first. */
  firstSeenAt: string;
  /** Seen in two looks that are far enough apart: to be acted upon. Else it is only marked. */
  reported: boolean;
}

export interface PlatformLook {
  /** Of a queue with how it is reached: `slurm ssh://ada@login`. */
  platform: string;
  /**
   * `none`: no stray, and something known of ours was seen. `marked`: some, seen for the first time or too shortly.
   * `could-not-tell`: nothing was seen by which a stray would have been recognised. `could-not-look`: the platform did
   * not answer or does not let us in.
   */
  outcome: 'none' | 'marked' | 'strays' | 'could-not-tell' | 'could-not-look';
  why: string;
  strays: SeenStray[];
  inventory: readonly Resource[];
  sorted: Sorted | undefined;
}

export type LookingWorld = Pick<World, 'driver' | 'ledger' | 'ownerMark' | 'clock'>;

/**
 * Looks at everything that the platforms' own lists have, marks what is ours and held by no lease, and reports what an
 * earlier look had marked. Releases nothing. A platform that cannot be looked at is said and keeps nobody from the others.
 *
 * @throws what the ledger throws: without it nothing can be said of anything
 */
export async function lookForStrays(
  world: LookingWorld,
  platforms: readonly string[],
  { apartSeconds = APART_SECONDS }: { apartSeconds?: number } = {},
): Promise<PlatformLook[]> {
  // The lists first: whatever is in them had its intent in the ledger before it was made.
  const lists = await Promise.all(platforms.map((platform) => listOf(world, platform)));
  const isOurs = ownMark(world);
  const marked = lists.flatMap(({ inventory }) => inventory ?? []).filter((each) => isSigned(each, isOurs));
  const { runs, unread, archived } = await runsFor(
    world.ledger,
    new Set(marked.map(({ name }) => runOf(name))),
  );
  const sights = lists.map(({ platform, inventory, why }) => ({
    platform,
    why,
    inventory: inventory ?? [],
    sorted: inventory && classify({ platform, inventory, runs, unread, archived, isOurs }),
  }));
  const strays = sights.flatMap(({ platform, sorted }) =>
    (sorted?.strays ?? []).map((stray) => ({ platform, ...stray })),
  );
  const looked = new Set(sights.filter(({ sorted }) => sorted).map(({ platform }) => platform));
  const now = world.clock.now();
  const marks = await mark(world.ledger, looked, strays, now);
  const seen = strays.map((stray): SeenStray => {
    const firstSeenAt = firstSeen(marks, stray) ?? now.toISOString();
    return { ...stray, firstSeenAt, reported: isDue(stray.kind, firstSeenAt, now, apartSeconds) };
  });
  return sights.map(({ platform, inventory, sorted, why }) => {
    const here = seen.filter((stray) => stray.platform === platform);
    const said = sorted ? outcomeOf(sorted, here) : ({ outcome: 'could-not-look', why } as const);
    return { platform, inventory, sorted, strays: here, ...said };
  });
}

/** Whether a mark is this repository's own for the name. */
export const ownMark =
  (world: Pick<World, 'ownerMark'>) =>
  (name: string, mark: string): boolean =>
    sameSignature(world.ownerMark(name), mark);

const isSigned = ({ name, owner }: Resource, isOurs: (name: string, mark: string) => boolean): boolean =>
  owner !== undefined && isOurs(name, owner);

async function listOf(
  world: LookingWorld,
  platform: string,
): Promise<{ platform: string; inventory: Resource[] | undefined; why: string }> {
  try {
    const driver = await world.driver(partsOfAccount(platform));
    return { platform, inventory: await driver.inventory(), why: '' };
  } catch (error) {
    const why = error instanceof Problem ? error.what : String(error);
    return { platform, inventory: undefined, why };
  }
}

/** Every open run, and those that marked names point to: an account has few boxes, an archive has many runs. */
async function runsFor(
  ledger: Ledger,
  pointedTo: ReadonlySet<string>,
): Promise<{ runs: Run[]; unread: Set<string>; archived: Set<string> }> {
  const open = (await ledger.list()).map(({ run }) => run);
  const runs: Run[] = [];
  const unread = new Set<string>();
  const archived = new Set<string>();
  for (const id of new Set([...open, ...pointedTo])) {
    try {
      const record = await ledger.read(id);
      runs.push(fold(id, record.events));
      if (record.archived) archived.add(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // A name that no run can have is the name of no run.
      if (error.code === 'bad-run-name') continue;
      if (error.kind !== 'ledger') throw error;
      unread.add(id);
    }
  }
  return { runs, unread, archived };
}

/** Writes the marks of this look beside those of others; whoever lost the race reads and marks again. */
async function mark(
  ledger: Ledger,
  looked: ReadonlySet<string>,
  strays: readonly (Stray & { platform: string })[],
  now: Date,
) {
  for (let tries = 1; ; tries++) {
    const { text, tip } = await ledger.notes.read();
    const before = readMarks(text);
    const after = remark(before, looked, strays, now);
    const same = marksText(before) === marksText(after);
    if (same || (await ledger.notes.write(marksText(after), tip)) === 'written') return after;
    if (tries >= MARK_TRIES) throw contended(ledger.where, tries);
  }
}

function outcomeOf(
  sorted: Sorted,
  strays: readonly SeenStray[],
): { outcome: PlatformLook['outcome']; why: string } {
  const hidden = sorted.held.filter((each) => each.hidden).length;
  if (hidden > 0) return { outcome: 'strays', why: `${hidden} held by a run that nobody looks at` };
  const reported = strays.filter((stray) => stray.reported).length;
  if (reported > 0) return { outcome: 'strays', why: `${reported} seen in two looks` };
  if (strays.length > 0)
    return { outcome: 'marked', why: `${strays.length} marked; a later look reports what is still there` };
  if (sorted.untold.length > 0) {
    const runs = [...new Set(sorted.untold.map(({ run }) => run))].join(', ');
    return { outcome: 'could-not-tell', why: `the record of ${runs} cannot be read` };
  }
  const why = {
    seen: 'what the ledger holds was seen, and nothing else of ours',
    unsigned:
      'a box of an open lease is there without a good mark: GPU_LEASE_SECRET or GITHUB_REPOSITORY are others than it was rented with',
    nothing: 'nothing of ours is in the list, so a list that leaves things out would look the same',
  }[sorted.control];
  return { outcome: sorted.control === 'seen' ? 'none' : 'could-not-tell', why };
}

const contended = (where: string, tries: number): Problem =>
  new Problem({
    code: 'contended',
    kind: 'ledger',
    what: `Others kept marking strays first: ${tries} attempts (${where}).`,
    next: 'Run the same command again; nothing was released or changed.',
  });
