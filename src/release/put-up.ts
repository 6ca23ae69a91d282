import { partsOfAccount } from '../lease/fold-queue.ts';
import type { Run } from '../lease/run.ts';
import { surfaced } from '../lease/surfaced.ts';
import { appendDecided, stamped } from '../ledger/append-to-run.ts';
import type { World } from '../world.ts';
import { type LookingWorld, ownMark, type PlatformLook, type SeenStray } from './look-for-strays.ts';
import { classify, type Stray } from './strays.ts';

export interface PutUp {
  stray: SeenStray;
  /** The lease that holds it from now on; its run gives it back. */
  lease: string | undefined;
  /** Why it was left as it is. */
  why: string | undefined;
}

/**
 * Hands reported strays to the runs whose creates made them, so that they end under a warrant like any other box. Each is
 * looked up once more by its name, and decided on the record as it stands when the event is appended. Nothing is released.
 */
export async function putUp(
  world: LookingWorld & Pick<World, 'who'>,
  looks: readonly PlatformLook[],
): Promise<PutUp[]> {
  const done: PutUp[] = [];
  for (const look of looks) {
    for (const stray of look.strays.filter(({ reported }) => reported)) {
      const left = (why: string): PutUp => ({ stray, lease: undefined, why });
      if (stray.notPutUp !== undefined) done.push(left(stray.notPutUp));
      else done.push(await putUpOne(world, look, stray, left));
    }
  }
  return done;
}

async function putUpOne(
  world: LookingWorld & Pick<World, 'who'>,
  look: PlatformLook,
  stray: SeenStray,
  left: (why: string) => PutUp,
): Promise<PutUp> {
  const driver = await world.driver(partsOfAccount(look.platform));
  const held = (await driver.find(stray.resource.name)).find(({ boxId }) => boxId === stray.resource.id);
  if (!held) return left('it is no longer found by its name');
  let why = 'the record has changed meanwhile; the next look sorts it again';
  let lease: string | undefined;
  await appendDecided(world, stray.run, (run, record) => {
    const again = strayAgain(world, look, run, stray);
    lease = undefined;
    const origin = run.leases.find(({ name }) => name === again?.lease);
    if (!again || !origin || again.notPutUp !== undefined || record.archived) {
      why = again?.notPutUp ?? why;
      return [];
    }
    const body = surfaced(nameOf(run, again), origin, held);
    const { after } = stamped(record, run.id, [body], { now: world.clock.now(), who: world.who });
    if (!after.leases.some(({ boxId }) => boxId === held.boxId)) return [];
    lease = body.lease;
    return [body];
  });
  return lease === undefined ? left(why) : { stray, lease, why: undefined };
}

/** The same resource sorted by the record as it stands now. */
const strayAgain = (
  world: LookingWorld,
  { platform, inventory }: PlatformLook,
  run: Run,
  { resource, kind }: SeenStray,
): Stray | undefined =>
  classify({
    platform,
    inventory,
    runs: [run],
    unread: new Set(),
    isOurs: ownMark(world),
  }).strays.find((each) => each.resource === resource && each.kind === kind);

/** Under the refused lease's own name, or as a lease beside the one that has another box. */
const nameOf = (run: Run, stray: Stray): string =>
  stray.kind === 'refused-late' ? stray.lease : freeName(run, stray.lease);

function freeName(run: Run, lease: string): string {
  for (let n = 2; ; n += 1) {
    const name = `${lease}~${n}`;
    if (!run.leases.some((each) => each.name === name)) return name;
  }
}
