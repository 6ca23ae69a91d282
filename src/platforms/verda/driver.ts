import type { Warrant } from '../../lease/warrant.ts';
import { Problem } from '../../problem.ts';
import { ApiRefused, type ApiRequest } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import { type Driver, type Held, RentFailed, type RentIntent } from '../driver.ts';
import { startScript } from '../first-boot.ts';
import { markedName } from '../owner-mark.ts';
import {
  Anything,
  Availabilities,
  Available,
  BareId,
  Images,
  type Instance,
  Instances,
  InstanceTypes,
  isGone,
  mayNot,
  Named,
  OneInstance,
  openVerda,
  refusalIn,
  type Volume,
  Volumes,
  VolumeTypes,
} from './api.ts';
import {
  computeState,
  type DiskRate,
  described,
  diskState,
  diskUsdPerHour,
  hasEnded,
  heldFrom,
  instanceResource,
  isDiskOf,
  isLoose,
  isStarting,
  readDescription,
  volumeResource,
} from './box.ts';
import {
  deployBody,
  deployFailure,
  diskGbOf,
  imageFrom,
  noVolume,
  offerFrom,
  readOfferId,
  refuseUnfit,
  volumeElsewhere,
} from './rent.ts';

/** The most records of one page of start scripts; ten by default. */
const SCRIPTS_PAGE = 100;
/** A hard maximum of 1000 scripts is documented. */
const MOST_PAGES = 20;
/** An instance that is being made cannot be deleted; Verda's own SDK waits 180 s for that to end. */
const REFUSED = { everySeconds: 10, withinSeconds: 300 };

/**
 * Verda, formerly DataCrunch, by its API v1. Shutting down stops no meter and volumes outlive their instance, so there is one
 * end: a delete that names the disk it boots from and takes it past the trash. Facts: profiles/verda.yml.
 */
export function verda(context: PlatformContext): Driver {
  const { clock } = context;
  const { call, ask } = openVerda(context);
  const get = (path: string) => ({ method: 'GET', path: `/v1${path}` }) as const;
  const post = <T>(path: string, body: unknown, more: Pick<ApiRequest<T>, 'reply' | 'repeatable'>) =>
    ask({ method: 'POST', path: `/v1${path}`, body, ...more });
  const instances = () => ask({ ...get('/instances'), reply: Instances });
  const volumes = () => ask({ ...get('/volumes'), reply: Volumes });
  const trash = () => ask({ ...get('/volumes/trash'), reply: Volumes });
  const tidied = new Set<string>();
  let rate: Promise<DiskRate> | undefined;

  /** `undefined`: it is not there (any more). A 400 alone may mean something else, so the list has to agree. */
  const instance = (boxId: string): Promise<Instance | undefined> =>
    ask({ ...get(`/instances/${encodeURIComponent(boxId)}`), reply: OneInstance }).catch(
      async (error: unknown) => {
        if (!isGone(error)) throw error;
        return (await instances()).find(({ id }) => id === boxId);
      },
    );

  const everyVolume = async (): Promise<Volume[]> => [...(await volumes()), ...(await trash())];

  async function diskRate(): Promise<DiskRate> {
    rate ??= ask({ ...get('/volume-types'), reply: VolumeTypes }).then((types) => {
      const price = types.find(({ type }) => type === 'NVMe')?.price;
      if (price?.perGbMonth != null) return { ...price, perGbMonth: price.perGbMonth };
      throw new Problem({
        code: 'api-reply',
        kind: 'unreachable',
        what: 'Verda names no price of an NVMe volume, so nobody can say what a box costs.',
        next: 'Look into the console of Verda; then report this with the version of gpu-lease, its API may have changed.',
      });
    });
    rate.catch(() => {
      rate = undefined;
    });
    return rate;
  }

  async function find(name: string): Promise<Held[]> {
    const mine = (await instances()).filter((each) => each.hostname === name && !hasEnded(each));
    if (mine.length === 0) return [];
    const disk = await diskRate();
    const age = (each: Instance) => Date.parse(each.created_at ?? '') || 0;
    return mine.sort((a, b) => age(a) - age(b)).map((each) => heldFrom(each, disk));
  }

  /** The one that the candidate names, by id or name; `undefined` when it names none. */
  async function volumeNamed(wanted: string | undefined): Promise<Volume | undefined> {
    if (wanted === undefined) return;
    const all = (await volumes()).filter((each) => each.is_os_volume !== true);
    const found = all.find(({ id, name }) => id === wanted || name === wanted);
    if (found) return found;
    throw noVolume(wanted, all);
  }

  async function scriptsNamed(marked: string) {
    const all = [];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const some = await ask({ ...get('/scripts'), query: { page, pageSize: SCRIPTS_PAGE }, reply: Named });
      all.push(...some);
      if (some.length < SCRIPTS_PAGE) break;
    }
    return all.filter(({ name }) => name === marked);
  }

  /** Key and start script of a lease. Verda keeps scripts as plain text for everybody in the project to read. */
  async function tidy(marked: string): Promise<void> {
    const keys = (await ask({ ...get('/sshkeys'), reply: Named })).filter(({ name }) => name === marked);
    for (const [folder, objects] of [
      ['sshkeys', keys],
      ['scripts', await scriptsNamed(marked)],
    ] as const)
      for (const { id } of objects) {
        const path = `/v1/${folder}/${encodeURIComponent(id)}`;
        await ask({ method: 'DELETE', path, reply: Anything }).catch((error: unknown) => {
          if (!isGone(error)) throw error;
        });
      }
  }

  async function deploy(intent: RentIntent, volume: Volume | undefined): Promise<Held> {
    const { name, owner, authorizedKey, hostKey, offer } = intent;
    const { type, location, isSpot } = readOfferId(offer.id);
    const query = { isSpot, location_code: location };
    const path = `/instance-availability/${encodeURIComponent(type)}`;
    if (!(await ask({ ...get(path), query, reply: Available })))
      throw new RentFailed(`Verda has no ${type} in ${location} at this moment`, 'no-capacity');
    const image = imageFrom(await ask({ ...get('/images'), query: { instance_type: type }, reply: Images }));
    const disk = await diskRate();
    const marked = markedName(name, owner);
    await tidy(marked);
    // A second one after a lost answer costs nothing and goes with the first.
    const made = { reply: BareId, repeatable: true };
    const script = startScript({ authorizedKey, ...(hostKey === undefined ? {} : { hostKey }) });
    const objects = {
      key: await post('/sshkeys', { name: marked, key: authorizedKey }, made),
      script: await post('/scripts', { name: marked, script }, made),
    };
    const body = deployBody(intent, image, objects, volume);
    const id = await post('/instances', body, { reply: BareId }).catch(async (error: unknown) => {
      const failure = deployFailure(error);
      // An instance that may be on its way still needs both.
      if (!(failure instanceof RentFailed && failure.reason === 'unclear'))
        await tidy(marked).catch(() => {});
      throw failure;
    });
    const seen = await instance(id).catch(() => undefined);
    if (seen) return heldFrom(seen, disk);
    const compute = offer.usdPerHour - diskUsdPerHour(disk, body.os_volume.size);
    return heldFrom({ ...body, id, price_per_hour: compute, created_at: undefined }, disk);
  }

  /** With the disk it boots from, and never with a volume of the user's: those are detached and stay. */
  async function deleteInstance(first: Instance): Promise<void> {
    let seen = first;
    for (let waited = 0; ; waited += REFUSED.everySeconds) {
      const refusal = await tryDelete(seen);
      if (refusal === undefined) return;
      const now = await instance(seen.id);
      if (now === undefined || hasEnded(now) || now.status === 'deleting') return;
      seen = now;
      if (refusal instanceof ApiRefused && refusal.status === 403 && !isStarting(seen)) throw mayNot(refusal);
      if (!isStarting(seen) || waited >= REFUSED.withinSeconds)
        throw notDeleted(
          'instance',
          seen.id,
          seen.status,
          refusal instanceof ApiRefused ? refusal.said : refusal,
        );
      await clock.sleep(REFUSED.everySeconds, context.signal);
      context.signal?.throwIfAborted();
    }
  }

  async function tryDelete(seen: Instance): Promise<ApiRefused | string | undefined> {
    const known = seen.os_volume_id ? [seen.os_volume_id] : await disksOf(seen.hostname, seen);
    const body = {
      id: [seen.id],
      action: 'delete',
      // Left out, Verda takes the disk to the trash by itself; an empty list would leave it.
      ...(known.length === 0 ? {} : { volume_ids: known, delete_permanently: true }),
    };
    try {
      return refusalIn(await call({ method: 'PUT', path: '/v1/instances', body, reply: Anything }), seen.id);
    } catch (error) {
      if (isGone(error)) return;
      if (error instanceof ApiRefused) return error;
      throw error;
    }
  }

  const disksOf = async (name: string, seen: Instance): Promise<string[]> =>
    (await volumes()).filter((each) => isDiskOf(each, name, seen)).map(({ id }) => id);

  async function deleteVolume(id: string): Promise<void> {
    const path = `/v1/volumes/${encodeURIComponent(id)}`;
    await ask({ method: 'DELETE', path, body: { is_permanent: true }, reply: Anything }).catch(
      (error: unknown) => {
        if (isGone(error)) return;
        throw error instanceof ApiRefused ? notDeleted('volume', id, 'still there', error.said) : error;
      },
    );
  }

  /** @param warrant whose lease named the disk: a spot instance that was taken away leaves it behind */
  async function remove({ lease }: Warrant, boxId: string): Promise<void> {
    const seen = await instance(boxId);
    if (seen && !hasEnded(seen)) {
      if (seen.status !== 'deleting') await deleteInstance(seen);
    } else {
      const left = (await everyVolume()).filter((each) => isDiskOf(each, lease, seen) && isLoose(each));
      for (const { id } of left) await deleteVolume(id);
    }
    if (seen) await tidyOnce(seen);
  }

  /** What is left behind costs nothing and is tried again at the next look. */
  async function tidyOnce({ id, description }: Instance): Promise<void> {
    const { marked, owner } = readDescription(description);
    if (owner === undefined || tidied.has(id)) return;
    await tidy(marked).then(
      () => void tidied.add(id),
      () => undefined,
    );
  }

  return {
    platform: 'verda',

    async offers(want, candidate) {
      const volume = await volumeNamed(candidate.volume);
      const types = await ask({
        ...get('/instance-types'),
        query: { currency: 'usd' },
        reply: InstanceTypes,
      });
      const disk = { rate: await diskRate(), gb: diskGbOf(want.diskGb?.min) };
      const all = [];
      for (const market of ['on-demand', 'spot'] as const) {
        if (!['any', market].includes(candidate.market ?? 'any')) continue;
        const query = { isSpot: market === 'spot' };
        const places = await ask({ ...get('/instance-availability'), query, reply: Availabilities });
        for (const { location_code: location, availabilities } of places) {
          if (volume !== undefined && volume.location !== location) continue;
          const there = types.filter(
            (type) =>
              availabilities.includes(type.instance_type) &&
              (want.gpu === undefined || type.gpu.number_of_gpus > 0) &&
              (market === 'on-demand' || type.spot_price != null),
          );
          all.push(...there.map((type) => offerFrom(type, location, market, disk)));
        }
      }
      return all;
    },

    async create(intent) {
      refuseUnfit(intent);
      const [there] = await find(intent.name);
      if (there) return there;
      const volume = await volumeNamed(intent.candidate.volume);
      const { location } = readOfferId(intent.offer.id);
      if (volume !== undefined && volume.location !== location) throw volumeElsewhere(volume, location);
      return deploy(intent, volume);
    },

    find,

    async inventory() {
      const boxes = (await instances()).map(instanceResource);
      const kept = (await volumes()).map((each) => volumeResource(each, false));
      return [...boxes, ...kept, ...(await trash()).map((each) => volumeResource(each, true))];
    },

    async describe(boxId) {
      const seen = await instance(boxId);
      if (seen === undefined) return { state: 'gone' };
      const disks = hasEnded(seen)
        ? (await everyVolume()).filter((each) => isDiskOf(each, seen.hostname, seen))
        : [];
      const description = described(seen, disks);
      // Both were handed over when the machine was made.
      if (description.state === 'running') await tidyOnce(seen);
      return description;
    },

    verbs: { delete: (boxId, { warrant }) => remove(warrant, boxId), 'delete-volume': deleteVolume },

    async meters(held) {
      const seen = await instance(held.boxId);
      const disks = (await everyVolume()).filter((each) => isDiskOf(each, held.name, seen));
      return held.meters.map(({ id }) => ({
        id,
        state: id === 'gpu' ? computeState(seen) : id === 'os-volume' ? diskState(seen, disks) : 'unknown',
      }));
    },
  };
}

const notDeleted = (what: string, id: string, state: string, said: string): Problem =>
  new Problem({
    code: 'not-deleted',
    kind: 'billing',
    what: `Verda did not delete the ${what} ${id} (${state}): ${said}`,
    next: 'Run the same command again; if it stays so, delete it in the console of Verda, with its volumes, and look into the trash.',
    costing: [id],
  });
