import { putKeyIn } from '../../box/ssh-first-login.ts';
import { Problem } from '../../problem.ts';
import type { PlatformContext } from '../context.ts';
import type { Description, Driver, Endpoint, Held, RentIntent } from '../driver.ts';
import { removeOnceOff } from '../off-first.ts';
import { saysNothingOfBoxes, verbRefused } from '../refusals.ts';
import { type CompshareApi, CompshareRefused, compshareApi, type Instance, type Place } from './api.ts';
import {
  boxIdOf,
  described,
  diskResource,
  heldOf,
  heldUnseen,
  heldUntimed,
  imageResource,
  instanceResource,
  keyIn,
  partsOf,
  readingOf,
  type Timer,
} from './box.ts';
import { offersFrom } from './offers.ts';
import { asRentFailed, checked, createBody, newestPyTorch } from './rent.ts';

/** The platform's timer wants five minutes at least. */
const LEAST_TIMER_SECONDS = 300;

/**
 * CompShare (优云智算) by its signed API. Boxes are let to us with a password only: the first look at a running one puts our
 * key in. Owner mark and public key travel in the instance's remark.
 *
 * @param firstLogin for tests without an SSH server
 */
export function compshare(context: PlatformContext, firstLogin = putKeyIn): Driver {
  // Opened late, so that missing keys are told by the call that needs them.
  let opened: CompshareApi | undefined;
  const api = (): CompshareApi => {
    opened ??= compshareApi(context);
    return opened;
  };
  const images = new Map<string, Promise<string>>();
  const letIn = new Set<string>();

  async function everywhere<T>(ask: (place: Place) => Promise<T[]>): Promise<T[]> {
    return (await Promise.all((await api().places()).map(ask))).flat();
  }

  async function rowOf(boxId: string): Promise<Instance | undefined> {
    const { place, id } = partsOf(boxId);
    const rows = await understood(api().instances(place, id));
    return rows.find(({ UHostId }) => UHostId === id);
  }

  async function find(name: string): Promise<Held[]> {
    const rows = await understood(everywhere((place) => api().instances(place)));
    return rows
      .filter((row) => row.Name === name)
      .sort((a, b) => a.CreateTime - b.CreateTime)
      .map(heldOf);
  }

  /** The user's image, else the newest of the platform's own with PyTorch in its name. */
  async function imageIn(place: Place): Promise<string> {
    const own = context.secret('COMPSHARE_IMAGE')?.trim();
    if (own) return own;
    const known =
      images.get(place.Zone) ??
      api()
        .images(place)
        .then((found) => newestPyTorch(place, found));
    images.set(place.Zone, known);
    known.catch(() => images.delete(place.Zone));
    return known;
  }

  async function create(intent: RentIntent): Promise<Held> {
    const spec = checked(intent);
    const [found] = await find(intent.name);
    if (found) return found;
    const { place, charge } = spec;
    try {
      const id = await api().create(place, createBody(intent, spec, await imageIn(place)));
      // From here on there is a box: nothing below may keep it from being held.
      const timer = charge === 'Spot' ? {} : await setTimer(place, id, intent.lifetimeSeconds);
      const boxId = boxIdOf({ ...place, UHostId: id });
      const row = await rowOf(boxId).catch(() => undefined);
      return { ...(row ? heldUntimed(row) : heldUnseen(intent.name, boxId)), ...timer };
    } catch (error) {
      throw asRentFailed(error);
    }
  }

  /** Without one the box is held all the same, and whoever holds it is told that nothing at the platform ends it. */
  async function setTimer(place: Place, id: string, seconds: number): Promise<Timer> {
    const now = context.clock.now().getTime() / 1000;
    const ends = Math.ceil(now + Math.max(seconds, LEAST_TIMER_SECONDS + 60));
    try {
      await api().stopAt(place, id, ends);
      return { endsAt: new Date(ends * 1000).toISOString() };
    } catch (error) {
      return { untimed: `CompShare took no timed stop: ${error instanceof Error ? error.message : error}` };
    }
  }

  /** Off first, because only that can be deleted; a spot box cannot be turned off and is deleted as it is. */
  async function terminate(boxId: string): Promise<void> {
    const { place, id } = partsOf(boxId);
    await removeOnceOff(context, {
      platform: 'CompShare',
      boxId,
      async look() {
        const row = await rowOf(boxId);
        const native = row?.State ?? '';
        if (!row) return { state: 'gone', native };
        const isReady = ['Stopped', 'Install Fail'].includes(native) || row.ChargeType === 'Spot';
        return { state: isReady ? 'ready' : native === 'Stopping' ? 'going-off' : 'on', native };
      },
      turnOff: () => api().stop(place, id),
      remove: () => api().terminate(place, id),
    });
  }

  async function stop(boxId: string): Promise<void> {
    const row = await rowOf(boxId);
    if (!row || row.State === 'Stopped' || row.State === 'Stopping') return;
    if (row.ChargeType === 'Spot') throw spotStays(boxId);
    const { place, id } = partsOf(boxId);
    await api().stop(place, id);
  }

  /** Whether our key is let in there; the first look puts it in. */
  async function isOurs(row: Instance, endpoint: Endpoint): Promise<boolean> {
    const key = keyIn(row.Remark);
    if (key === undefined || letIn.has(row.UHostId)) return true;
    const password = Buffer.from(row.Password, 'base64').toString('utf8');
    if ((await firstLogin(endpoint, password, key)) === 'silent') return false;
    letIn.add(row.UHostId);
    return true;
  }

  return {
    platform: 'compshare',
    create,
    find,

    async offers(want, candidate) {
      if (candidate.volume !== undefined) throw noVolume(candidate.volume);
      return understood(offersFrom(api(), want, candidate, imageIn));
    },

    async inventory() {
      const [rows, disks, own] = await understood(
        Promise.all([
          everywhere((place) => api().instances(place)),
          api().disks(),
          everywhere((place) => api().ownImages(place)),
        ]),
      );
      // Every zone lists the same images.
      const ownImages = new Map(own.map((row) => [row.CompShareImageId, row]));
      return [
        ...rows.map(instanceResource),
        ...disks.map(diskResource),
        ...[...ownImages.values()].map(imageResource),
      ];
    },

    async describe(boxId): Promise<Description> {
      const row = await rowOf(boxId);
      if (!row) return { state: 'gone', native: 'not listed' };
      const seen = described(row);
      if (!seen.endpoint || (await isOurs(row, seen.endpoint))) return seen;
      return { state: 'starting', native: row.State };
    },

    verbs: {
      stop: (boxId, { verb }) => accepted(stop(boxId), boxId, verb),
      terminate: (boxId, { verb }) => accepted(terminate(boxId), boxId, verb),
    },

    async meters(held) {
      const row = await rowOf(held.boxId);
      return held.meters.map(({ id }) => ({ id, state: readingOf(id, row) }));
    },
  };
}

async function understood<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof CompshareRefused ? saysNothingOfBoxes('CompShare', error) : error;
  }
}

async function accepted(call: Promise<void>, boxId: string, verb: string): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof CompshareRefused)) throw error;
    const next =
      'Run the same command again; an operation that is under way locks a box for up to ten minutes.';
    throw verbRefused(boxId, verb, `${error.message}.`, next, error);
  }
}

const spotStays = (boxId: string): Problem =>
  new Problem({
    code: 'spot-cannot-stop',
    kind: 'billing',
    what: `${boxId} is a spot box, and CompShare stops those only itself; it can be deleted, with everything on it.`,
    next: 'Collect what must be kept and release it.',
    costing: [boxId],
  });

const noVolume = (volume: string): Problem =>
  new Problem({
    code: 'volume-unsupported',
    kind: 'usage',
    what: `Data disks of CompShare, such as ${JSON.stringify(volume)}, are attached by hand so far.`,
    next: 'Remove "volume" from that candidate; what a run leaves is collected from the box.',
  });
