import type { Api } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { startScript } from '../first-boot.ts';
import { markedName } from '../owner-mark.ts';
import { rentFailure } from '../refusals.ts';
import { Created, codeOf, isAvailable, Named } from './api.ts';
import { find, heldFrom, removeScripts } from './box.ts';
import { noVolumes, readOfferId } from './offers.ts';

const LEAST_DISK_GB = 50;
/** The longest that auto-shutdown can be set to, in hours. */
const LONGEST_HOURS = 168;
/** The script runs as root, and the login is the template's own. `$key` is set by the script before. */
const LET_IN = `dir=/home/paperspace/.ssh
mkdir -p "$dir" && touch "$dir/authorized_keys"
grep -qxF "$key" "$dir/authorized_keys" || printf '%s\\n' "$key" >>"$dir/authorized_keys"
chmod 700 "$dir" && chmod 600 "$dir/authorized_keys" && chown -R paperspace: "$dir"`;

export async function create(api: Api, intent: RentIntent): Promise<Held> {
  if (intent.image !== undefined)
    throw new RentFailed(
      'Paperspace rents machines made of templates and starts no container image; take "image" out of the job',
      'refused',
    );
  if (intent.candidate.volume !== undefined) throw noVolumes(intent.candidate.volume);
  const [there] = await find(api, intent.name);
  return there ?? rent(api, intent);
}

async function rent(api: Api, intent: RentIntent): Promise<Held> {
  const { machineType, region } = readOfferId(intent.offer.id);
  if (!(await isAvailable(api, machineType, region)))
    throw new RentFailed(`Paperspace has no ${machineType} in ${region} at this moment`, 'no-capacity');
  const body = bodyOf(intent, await freshScript(api, intent));
  try {
    return heldFrom((await api.call({ method: 'POST', path: '/v1/machines', body, reply: Created })).data);
  } catch (error) {
    throw rentFailure(error, (refused) => {
      if (/capacity|not available|unavailable|out of stock/i.test(refused.said)) return 'no-capacity';
      return codeOf(refused) === '' ? 'unclear' : 'refused';
    });
  }
}

/** @returns the id of the lease's only start script */
async function freshScript(api: Api, intent: RentIntent): Promise<string> {
  const { name, owner, authorizedKey, hostKey } = intent;
  const marked = markedName(name, owner);
  await removeScripts(api, marked);
  const script = startScript({ authorizedKey, ...(hostKey === undefined ? {} : { hostKey }), extra: LET_IN });
  const body = { name: marked, script, isEnabled: true, isRunOnce: false };
  const request = { method: 'POST', path: '/v1/startup-scripts', body, repeatable: true } as const;
  return (await api.call({ ...request, reply: Named })).id;
}

function bodyOf({ name, owner, offer, want, lifetimeSeconds }: RentIntent, startupScriptId: string): object {
  return {
    name: markedName(name, owner),
    ...readOfferId(offer.id),
    diskSize: Math.max(LEAST_DISK_GB, Math.ceil(want.diskGb?.min ?? 0)),
    // A static one bills until it is released by itself.
    publicIpType: 'dynamic',
    startOnCreate: true,
    startupScriptId,
    autoShutdownEnabled: true,
    autoShutdownTimeout: Math.min(LONGEST_HOURS, Math.max(1, Math.ceil(lifetimeSeconds / 3600))),
    autoShutdownForce: true,
    takeInitialSnapshot: false,
    emailPassword: false,
  };
}
