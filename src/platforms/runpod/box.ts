import type { Description, Held, Meter, MeterReading, Resource } from '../driver.ts';
import type { NetworkVolume, Pod } from './api.ts';
import { diskUsdPerHour, volumeUsdPerHour } from './prices.ts';

/** Carries our mark: readable in every listing, and out of the way of the pod's name. */
export const OWNER_VARIABLE = 'GPU_LEASE_OWNER';
/** A volume in an account-wide list of ids, where the pods' ids have no prefix. */
export const VOLUME = 'volume:';

export function heldOf(pod: Pod): Held {
  return { boxId: pod.id, name: pod.name, meters: metersOf(pod), since: pod.createdAt };
}

type Priced = Meter & { usdPerHour: number };

function metersOf(pod: Pod): Priced[] {
  const isStopped = pod.status === 'EXITED';
  const volumeGb = pod.mounts?.persistent?.size;
  const gpu: Priced = {
    id: 'gpu',
    kind: 'gpu',
    usdPerHour: pod.cost,
    source: 'cost of the pod, GET /v2/pods',
  };
  const disk = (id: string, usdPerHour: number): Priced => ({
    id,
    kind: 'disk',
    usdPerHour,
    source: 'docs.runpod.io/pods/pricing',
  });
  return [
    gpu,
    disk('container-disk', isStopped ? 0 : diskUsdPerHour(pod.disk)),
    ...(volumeGb === undefined ? [] : [disk('volume-disk', diskUsdPerHour(volumeGb, isStopped))]),
  ];
}

const STATES: Record<string, Description['state']> = {
  PROVISIONING: 'starting',
  STARTING: 'starting',
  RUNNING: 'running',
  EXITED: 'stopped',
  ERROR: 'stopped',
  TERMINATED: 'gone',
};

const stateOf = ({ status }: Pod): Description['state'] =>
  Object.hasOwn(STATES, status) ? (STATES[status] ?? 'unknown') : 'unknown';

export function descriptionOf(pod: Pod | undefined, stoppedByUs: boolean): Description {
  if (!pod) return { state: 'gone', native: 'not found' };
  const state = stateOf(pod);
  const direct = pod.ssh?.direct;
  // RUNNING without a direct address: the container runs and its port is not published yet, so nobody can log in.
  if (state === 'running' && !direct) return { state: 'starting', native: pod.status };
  return {
    state,
    native: pod.status,
    ...(state === 'running' && direct
      ? { endpoint: { host: direct.host, port: direct.port, user: direct.username } }
      : {}),
    ...(pod.status === 'EXITED' && !stoppedByUs ? { evicted: true } : {}),
    ...(pod.status === 'ERROR' ? { hopeless: 'RunPod calls the pod broken beyond recovery (ERROR)' } : {}),
  };
}

/** A stopped pod's GPU and container disk are free; a broken one is taken to bill until it is gone. */
export function podMeterState(pod: Pod | undefined, meter: string): MeterReading['state'] {
  if (!pod || pod.status === 'TERMINATED') return 'gone';
  if (stateOf(pod) === 'unknown') return 'unknown';
  return pod.status === 'EXITED' && meter !== 'volume-disk' ? 'gone' : 'running';
}

export function podResource(pod: Pod): Resource {
  const owner = pod.env?.[OWNER_VARIABLE];
  const usdPerHour = metersOf(pod).reduce((sum, meter) => sum + meter.usdPerHour, 0);
  const isGone = pod.status === 'TERMINATED';
  return {
    kind: 'instance',
    id: pod.id,
    name: pod.name,
    ...(typeof owner === 'string' ? { owner } : {}),
    native: pod.cluster ? `${pod.status}, member of a cluster` : pod.status,
    billing: isGone ? 'no' : stateOf(pod) === 'unknown' ? 'unknown' : usdPerHour > 0 ? 'yes' : 'no',
    usdPerHour: isGone ? 0 : usdPerHour,
    createdAt: pod.createdAt,
  };
}

export const volumeResource = (volume: NetworkVolume): Resource => ({
  kind: 'volume',
  id: `${VOLUME}${volume.id}`,
  name: volume.name,
  native: `${volume.type}, ${volume.size} GB, ${volume.dataCenter}`,
  billing: 'yes',
  usdPerHour: volumeUsdPerHour(volume.size, volume.type),
});
