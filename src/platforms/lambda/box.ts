import { readMark } from '../../record-mark-text.ts';
import type { Description, MeterReading, Resource } from '../driver.ts';
import { ipEndpoint } from '../ip-endpoint.ts';
import type { Instance } from './api.ts';

/** Login of every image of Lambda's. */
export const USER = 'ubuntu';
/** Set at launch; no call changes tags afterwards, so they say more than a name that a person can change. */
export const TAG = { name: 'gpu-lease:name', owner: 'gpu-lease:owner', created: 'gpu-lease:created' };

export const tagOf = ({ tags = [] }: Instance, key: string): string | undefined =>
  tags.find((each) => each.key === key)?.value;

/** Lambda tells no creation time, so ours is in a tag. */
export const createdMs = (each: Instance): number => Date.parse(tagOf(each, TAG.created) ?? '') || 0;

export function asResource(each: Instance): Resource {
  const owner = tagOf(each, TAG.owner);
  const createdAt = tagOf(each, TAG.created);
  const meter = meterState(each.status);
  return {
    kind: 'instance',
    id: each.id,
    name: tagOf(each, TAG.name) ?? each.name ?? each.id,
    ...(owner === undefined ? {} : { owner }),
    native: each.status,
    billing: meter === 'running' ? 'yes' : meter === 'gone' ? 'no' : 'unknown',
    usdPerHour: each.instance_type.price_cents_per_hour / 100,
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

/** Tags cannot be changed after the launch; the name can, and nothing is found by it. At most 64 characters. */
export const workedName = (name: string, word: string): string =>
  `${name.slice(0, 64 - WORK.length - word.length)}${WORK}${word}`;
const WORK = '.work-';

export function described(each: Instance): Description {
  const mark = readMark(each.name?.split(WORK)[1]);
  return { ...stateOf(each), ...(mark === undefined ? {} : { mark }) };
}

function stateOf({ status: native, ip }: Instance): Description {
  switch (native) {
    case 'booting':
      return { state: 'starting', native };
    case 'active':
      // It may be active for a moment without an address.
      return ip
        ? { state: 'running', native, endpoint: ipEndpoint(ip, USER) }
        : { state: 'starting', native };
    case 'unhealthy':
      return {
        state: 'unknown',
        native,
        hopeless: 'Lambda calls the machine unhealthy; it bills until it is terminated',
      };
    case 'terminating':
      return { state: 'running', native };
    case 'terminated':
      return { state: 'gone', native };
    case 'preempted':
      return { state: 'stopped', native, evicted: true };
    default:
      return { state: 'unknown', native };
  }
}

/** Nobody says whether a preempted instance bills. */
export const meterState = (status: string): MeterReading['state'] =>
  ['booting', 'active', 'unhealthy', 'terminating'].includes(status)
    ? 'running'
    : status === 'terminated'
      ? 'gone'
      : 'unknown';
