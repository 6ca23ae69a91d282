import { putKeyIn } from '../box/ssh-first-login.ts';
import { Problem } from '../problem.ts';
import { ApiUnclear } from './api.ts';
import {
  type CompshareApi,
  CompshareRefused,
  compshareApi,
  type Instance,
  type Place,
} from './compshare-api.ts';
import { bootDisk, offersFrom, specOf } from './compshare-offers.ts';
import type { PlatformContext } from './context.ts';
import {
  type Description,
  type Endpoint,
  type Held,
  type Meter,
  type MeterReading,
  type PlatformDriver,
  RentFailed,
  type RentIntent,
  type Resource,
} from './driver.ts';
import { refuseWithout } from './warranted.ts';
import { usdFromYuan } from './yuan.ts';

/** The platform's timer wants five minutes at least. */
const LEAST_TIMER_SECONDS = 300;
const MOST_NAME = 63;
/** A deletion needs a box that is off; how long that is waited for. */
const OFF_WITHIN_SECONDS = 600;
const LOOK_AGAIN_SECONDS = 6;

const STARTING = new Set(['Initializing', 'Starting', 'Rebooting']);
const BILLING = new Set(['Running', 'Stopping', 'Resizing', ...STARTING]);

/**
 * CompShare (优云智算) by its signed API. Boxes are let to us with a password only: the first look at a running one puts our
 * key in. Owner mark and public key travel in the instance's remark.
 *
 * @param firstLogin for tests without an SSH server
 */
export function compshare(context: PlatformContext, firstLogin = putKeyIn): PlatformDriver {
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
    const known = images.get(place.Zone) ?? api().images(place).then(newestPyTorch(place));
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
      const id = await api().create(place, {
        GpuType: spec.gpuType,
        GPU: spec.gpus,
        CPU: spec.cpus,
        Memory: spec.memoryMb,
        MachineType: 'G',
        MinimalCpuPlatform: 'Auto',
        CompShareImageId: await imageIn(place),
        Disks: bootDisk(intent.want),
        ChargeType: charge,
        Quantity: 1,
        MaxCount: 1,
        Name: intent.name,
        Remark: remarkOf(intent),
      });
      // From here on there is a box: nothing below may keep it from being held.
      if (charge !== 'Spot') await setTimer(place, id, intent.lifetimeSeconds).catch(() => undefined);
      const row = await rowOf(boxIdOf({ ...place, UHostId: id })).catch(() => undefined);
      const held = row && heldOf(row);
      return row?.InstancePrice !== undefined && held
        ? held
        : heldUnseen(intent, boxIdOf({ ...place, UHostId: id }), held?.endsAt);
    } catch (error) {
      throw asRentFailed(error);
    }
  }

  async function setTimer(place: Place, id: string, seconds: number): Promise<void> {
    const now = context.clock.now().getTime() / 1000;
    await api().stopAt(place, id, Math.ceil(now + Math.max(seconds, LEAST_TIMER_SECONDS + 60)));
  }

  /** Off first, because only that can be deleted; a spot box cannot be turned off and is deleted as it is. */
  async function terminate(boxId: string): Promise<void> {
    const { place, id } = partsOf(boxId);
    let asked = false;
    for (let waited = 0; ; waited += LOOK_AGAIN_SECONDS) {
      const row = await rowOf(boxId);
      if (!row) return;
      if (row.State === 'Stopped' || row.ChargeType === 'Spot' || row.State === 'Install Fail') break;
      if (waited >= OFF_WITHIN_SECONDS || context.signal?.aborted) throw stillOn(boxId, row.State, waited);
      if (!asked && row.State !== 'Stopping') await api().stop(place, id);
      asked = true;
      await context.clock.sleep(LOOK_AGAIN_SECONDS, context.signal);
    }
    await api().terminate(place, id);
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
    const key = /\bkey=(ssh-ed25519 [A-Za-z0-9+/=]+)/.exec(row.Remark)?.[1];
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
      return [
        ...rows.map((row): Resource => {
          const owner = /\bgl=([a-z2-7]{10})\b/.exec(row.Remark)?.[1];
          return {
            kind: 'instance',
            id: boxIdOf(row),
            name: row.Name,
            ...(owner === undefined ? {} : { owner }),
            native: row.State,
            billing: BILLING.has(row.State) ? 'yes' : 'unknown',
            ...(row.CreateTime > 0 ? { createdAt: new Date(row.CreateTime * 1000).toISOString() } : {}),
          };
        }),
        // A loose disk bills like one that is in use.
        ...disks.map(
          (row): Resource => ({
            kind: 'disk',
            id: row.ResourceId,
            name: row.Name,
            native: row.MountInstance === '' ? 'detached' : `attached to ${row.MountInstance}`,
            billing: 'yes',
          }),
        ),
        ...[...new Map(own.map((row) => [row.CompShareImageId, row])).values()].map(
          (row): Resource => ({
            kind: 'snapshot',
            id: row.CompShareImageId,
            name: row.Name,
            native: row.Status,
            billing: 'unknown',
          }),
        ),
      ];
    },

    async describe(boxId): Promise<Description> {
      const row = await rowOf(boxId);
      if (!row) return { state: 'gone', native: 'not listed' };
      const native = row.State || '(empty)';
      // Nobody but the platform can stop a spot box.
      if (row.State === 'Stopped')
        return { state: 'stopped', native, ...(row.ChargeType === 'Spot' ? { evicted: true } : {}) };
      if (row.State === 'Install Fail')
        return { state: 'unknown', native, hopeless: 'the image could not be installed on it' };
      if (STARTING.has(row.State)) return { state: 'starting', native };
      if (row.State !== 'Running') return { state: 'unknown', native };
      const endpoint = endpointIn(row.SshLoginCommand);
      if (!endpoint || !(await isOurs(row, endpoint))) return { state: 'starting', native };
      return { state: 'running', native, endpoint };
    },

    async carryOut(warrant, boxId, verb) {
      refuseWithout(warrant, boxId, verb);
      if (verb === 'stop') return told(stop(boxId), boxId, verb);
      if (verb === 'terminate') return told(terminate(boxId), boxId, verb);
      throw byHand(boxId, verb);
    },

    async meters(held) {
      const row = await rowOf(held.boxId);
      return held.meters.map(({ id }) => ({ id, state: readingOf(id, row) }));
    },
  };
}

function readingOf(meter: string, row: Instance | undefined): MeterReading['state'] {
  if (meter !== 'gpu' && meter !== 'disk') return 'unknown';
  if (!row) return 'gone';
  if (meter === 'disk') return 'running';
  if (row.State === 'Stopped') return 'gone';
  return BILLING.has(row.State) ? 'running' : 'unknown';
}

/** Stop and delete want the zone as well, so it is part of what a box is called. Every zone's name begins with its region's. */
const boxIdOf = ({ UHostId, Zone }: { UHostId: string; Zone: string }): string => `${UHostId}@${Zone}`;

function partsOf(boxId: string): { place: Place; id: string } {
  const [id = '', Zone = ''] = boxId.split('@');
  return { id, place: { Region: Zone.replace(/-\d+$/, ''), Zone } };
}

function heldOf(row: Instance): Held {
  const ends = row.StopSchedulerTime ?? row.SchedulerStopTime ?? 0;
  const disk = row.DiskPriceInfo.reduce((sum, each) => sum + each.Price, 0) + (row.CompShareImagePrice ?? 0);
  return {
    boxId: boxIdOf(row),
    name: row.Name,
    meters: [
      meter('gpu', row.InstancePrice ?? 0, 'InstancePrice'),
      meter('disk', disk, 'DiskPriceInfo and image'),
    ],
    ...(ends > 0 ? { endsAt: new Date(ends * 1000).toISOString() } : {}),
  };
}

/** Just made, and not listed or not priced yet: all of the offer's price, until the list tells more. */
const heldUnseen = ({ name, offer }: RentIntent, boxId: string, endsAt: string | undefined): Held => ({
  ...(endsAt === undefined ? {} : { endsAt }),
  boxId,
  name,
  meters: [
    { id: 'gpu', kind: 'gpu', usdPerHour: offer.usdPerHour, source: 'the offer' },
    { id: 'disk', kind: 'disk', usdPerHour: 0, source: 'in the price of the offer' },
  ],
});

const meter = (kind: 'gpu' | 'disk', yuan: number | undefined, field: string): Meter => ({
  id: kind,
  kind,
  usdPerHour: usdFromYuan(yuan ?? 0),
  source:
    yuan === undefined
      ? `unknown: ${field} is not told`
      : `${yuan.toFixed(2)} CNY/h: ${field} of the instance`,
});

const remarkOf = ({ owner, authorizedKey }: RentIntent): string =>
  `gl=${owner} key=${authorizedKey.split(' ').slice(0, 2).join(' ')}`;

function checked({ offer, image, name }: RentIntent) {
  if (image !== undefined) {
    const what = `CompShare rents no image by its registry name (${image}); it has images of its own`;
    throw new RentFailed(
      `${what}. Remove "image" from the job, or name one of its images in COMPSHARE_IMAGE.`,
      'refused',
    );
  }
  if (!/^[\w.,:-]+$/.test(name) || name.length > MOST_NAME)
    throw new RentFailed(
      `${JSON.stringify(name)} is no name for CompShare (at most ${MOST_NAME} characters)`,
      'refused',
    );
  const spec = specOf(offer.id);
  if (!spec) throw new RentFailed(`${JSON.stringify(offer.id)} is not an offer of CompShare`, 'refused');
  return spec;
}

/** `ssh -p 23 root@1.2.3.4`, `ssh ubuntu@1.2.3.4` */
function endpointIn(command: string): Endpoint | undefined {
  const [, user, host] =
    /\s([a-z_][a-z0-9_-]{0,31})@([A-Za-z0-9.-]{1,253})\s*(?:-p\s*\d+)?$/.exec(command.trim()) ?? [];
  const port = Number(/\s-p\s*(\d{1,5})\b/.exec(command)?.[1] ?? 22);
  return user === undefined || host === undefined || port < 1 || port > 65_535
    ? undefined
    : { host, port, user };
}

const newestPyTorch =
  ({ Zone }: Place) =>
  (found: { CompShareImageId: string; Name: string; Status: string }[]): string => {
    const fit = found.filter(
      ({ Name, Status }) => /torch/i.test(Name) && (Status === '' || Status === 'Available'),
    );
    fit.sort((a, b) => b.Name.localeCompare(a.Name, 'en', { numeric: true }));
    const [newest] = fit;
    if (newest) return newest.CompShareImageId;
    throw new Problem({
      code: 'no-image',
      kind: 'usage',
      what: `CompShare lists no image with PyTorch in ${Zone}.`,
      next: 'Name one of its images (compshareImage-...) in COMPSHARE_IMAGE.',
    });
  };

/** 226604 and 8333: no such card there now. 230, 226601 to 226603: the request, the balance, the image. */
function asRentFailed(error: unknown): unknown {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, 'unclear', { cause: error });
  if (!(error instanceof CompshareRefused)) return error;
  const reason = [226604, 8333].includes(error.code)
    ? 'no-capacity'
    : [230, 226601, 226602, 226603].includes(error.code)
      ? 'refused'
      : 'unclear';
  return new RentFailed(error.message, reason, { cause: error });
}

async function understood<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof CompshareRefused)) throw error;
    throw new Problem(
      {
        code: 'api-refused',
        kind: 'unreachable',
        what: `${error.message}. This says nothing about boxes there.`,
        next: 'Run the same command again; if it goes on, look into the console of CompShare.',
      },
      { cause: error },
    );
  }
}

async function told(done: Promise<void>, boxId: string, verb: string): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof CompshareRefused)) throw error;
    const what = `"${verb}" of ${boxId} was not accepted: ${error.message}.`;
    const next =
      'Run the same command again; an operation that is under way locks a box for up to ten minutes.';
    throw new Problem(
      { code: 'verb-refused', kind: 'billing', what, next, costing: [boxId] },
      { cause: error },
    );
  }
}

const stillOn = (boxId: string, state: string, waited: number): Problem =>
  new Problem({
    code: 'not-off-yet',
    kind: 'billing',
    what: `${boxId} is ${state || 'in a state that CompShare does not tell'} after ${waited} s, and only what is off can be deleted.`,
    next: 'Run the same command again; it goes on where this one stopped.',
    costing: [boxId],
  });

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

const byHand = (boxId: string, verb: string): Problem =>
  new Problem({
    code: 'release-by-hand',
    kind: 'billing',
    what: `"${verb}" of ${boxId} is a step in the console of CompShare.`,
    next: 'Do it there, as the profile describes it, and look there that nothing bills on.',
    costing: [boxId],
  });
