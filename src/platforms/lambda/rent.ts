import type { Clock } from '../../clock.ts';
import { Problem } from '../../problem.ts';
import { type Api, ApiRefused } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { cloudInit } from '../first-boot.ts';
import { rentFailure } from '../refusals.ts';
import { codeOf, KEYS, Launched, OneSshKey, SshKeys, V1 } from './api.ts';
import { find, heldAs, instance, priceOf, removeKey, TAG, USER } from './box.ts';
import { fileSystemOf } from './offers.ts';

/** Of instances and of the keys that are registered under the same name. */
const MAX_NAME = 64;

export async function create(api: Api, clock: Clock, intent: RentIntent): Promise<Held> {
  refuseUnfit(intent);
  const [there] = await find(api, intent.name);
  if (there) return there;
  const fileSystem = await fileSystemOf(api, intent.candidate);
  await registerKey(api, intent);
  try {
    return await launch(api, intent, launchBody(intent, fileSystem?.name, clock.now()));
  } catch (error) {
    // An instance that may be on its way still needs its key.
    if (!(error instanceof RentFailed && error.reason === 'unclear')) await removeKey(api, intent.name);
    throw error;
  }
}

async function registered(api: Api, intent: RentIntent): Promise<{ id: string } | undefined> {
  const { data } = await api.call({ method: 'GET', path: KEYS, reply: SshKeys });
  const same = data.find((each) => each.name === intent.name);
  if (same === undefined || keyMaterial(same.public_key) === keyMaterial(intent.authorizedKey)) return same;
  throw new RentFailed(
    `the SSH key "${intent.name}" in the account is another one than this lease's; delete it in the console`,
    'refused',
  );
}

/** Type and blob; the comment behind them may differ. */
const keyMaterial = (line: string): string => line.trim().split(/\s+/).slice(0, 2).join(' ');

/**
 * Never without `public_key`: Lambda would make a pair and answer with its private half. It stays until the instance is terminated:
 * that nothing asks the account for it after the launch is documented by nobody (peers keep theirs as long).
 */
async function registerKey(api: Api, intent: RentIntent): Promise<void> {
  if (await registered(api, intent)) return;
  const body = { name: intent.name, public_key: intent.authorizedKey };
  try {
    // One name is taken once, so a second try after a lost answer does no harm.
    const request = { method: 'POST', path: KEYS, body, repeatable: true, reply: OneSshKey } as const;
    await api.call(request);
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error;
    if (await registered(api, intent)) return;
    throw new RentFailed(`the login key could not be registered: ${error.message}`, 'refused');
  }
}

async function launch(api: Api, intent: RentIntent, body: object): Promise<Held> {
  const path = `${V1}/instance-operations/launch`;
  try {
    const { data } = await api.call({ method: 'POST', path, body, pace: 'launch', reply: Launched });
    const [id = ''] = data.instance_ids;
    // It exists from here on. The launch tells no price, and what it was offered at may be old.
    const seen = await instance(api, id).catch(() => undefined);
    return heldAs(id, intent.name, seen ? priceOf(seen) : intent.offer.usdPerHour);
  } catch (error) {
    throw rentFailure(error, (refused) => meaningOf(refused, intent));
  }
}

function launchBody(intent: RentIntent, fileSystem: string | undefined, now: Date) {
  const { name, owner, offer, authorizedKey, hostKey } = intent;
  const [type, region] = offer.id.split('@');
  return {
    region_name: region,
    instance_type_name: type,
    // Exactly one is taken.
    ssh_key_names: [name],
    name,
    tags: [
      { key: TAG.name, value: name },
      { key: TAG.owner, value: owner },
      { key: TAG.created, value: now.toISOString() },
    ],
    user_data: cloudInit({ authorizedKey, user: USER, ...(hostKey === undefined ? {} : { hostKey }) }),
    ...(fileSystem === undefined ? {} : { file_system_names: [fileSystem] }),
  };
}

/** Before anything is registered or rented. */
function refuseUnfit({ name, image, offer }: RentIntent): void {
  const why =
    name.length > MAX_NAME
      ? `the name "${name}" has ${name.length} characters and Lambda takes ${MAX_NAME}; give the job a shorter name`
      : image !== undefined
        ? `Lambda rents machines with Lambda Stack and starts no container image; take "image" out of the job or "lambda" out of its candidates`
        : !/^[^@]+@[^@]+$/.test(offer.id)
          ? `"${offer.id}" is no offer of Lambda's`
          : undefined;
  if (why !== undefined) throw new RentFailed(why, 'refused');
}

/** By `code`; what nobody has documented is not called a refusal, because the box may be there. */
function meaningOf(refused: ApiRefused, { candidate, offer }: RentIntent): RentFailed['reason'] | Error {
  const code = codeOf(refused);
  if (code.endsWith('/insufficient-capacity')) return 'no-capacity';
  if (!code.endsWith('/file-system-in-wrong-region'))
    return code.startsWith('global/') ? 'refused' : 'unclear';
  return new Problem({
    code: 'volume-elsewhere',
    kind: 'usage',
    what: `The file system "${candidate.volume}" is not in ${offer.region ?? offer.id}: ${refused.said}`,
    next: 'Lambda attaches file systems at launch and in their own region only; name one of that region, or leave out "regions".',
  });
}
