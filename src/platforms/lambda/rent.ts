import type { Clock } from '../../clock.ts';
import { Problem } from '../../problem.ts';
import { type Api, ApiRefused } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { cloudInit } from '../first-boot.ts';
import { rentFailure } from '../refusals.ts';
import { codeOf, Launched, OneSshKey, SshKeys, V1 } from './api.ts';
import { find, heldAs, TAG, USER } from './box.ts';
import { fileSystemOf } from './offers.ts';

/** Of instances and of the keys that are registered under the same name. */
const MAX_NAME = 64;

const KEYS = `${V1}/ssh-keys`;

export async function create(api: Api, clock: Clock, intent: RentIntent): Promise<Held> {
  refuseUnfit(intent);
  const [there] = await find(api, intent.name);
  if (there) {
    await removeKey(api, intent);
    return there;
  }
  const fileSystem = await fileSystemOf(api, intent.candidate);
  let key: string | undefined;
  try {
    key = await registerKey(api, intent);
    return await launch(api, intent, launchBody(intent, fileSystem?.name, clock.now()));
  } finally {
    await removeKey(api, intent, key);
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

/** Never without `public_key`: Lambda would make a pair and answer with its private half. */
async function registerKey(api: Api, intent: RentIntent): Promise<string> {
  const there = await registered(api, intent);
  if (there) return there.id;
  const body = { name: intent.name, public_key: intent.authorizedKey };
  try {
    // One name is taken once, so a second try after a lost answer does no harm.
    const request = { method: 'POST', path: KEYS, body, repeatable: true, reply: OneSshKey } as const;
    return (await api.call(request)).data.id;
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error;
    const mine = await registered(api, intent);
    if (mine) return mine.id;
    throw new RentFailed(`the login key could not be registered: ${error.message}`, 'refused');
  }
}

/** The box has its key by then. What is left behind costs nothing, and the next create of that name takes it away. */
async function removeKey(api: Api, intent: RentIntent, known?: string): Promise<void> {
  const id = known ?? (await registered(api, intent).catch(() => undefined))?.id;
  if (id === undefined) return;
  await api.call({ method: 'DELETE', path: `${KEYS}/${encodeURIComponent(id)}` }).catch(() => undefined);
}

async function launch(api: Api, intent: RentIntent, body: object): Promise<Held> {
  const path = `${V1}/instance-operations/launch`;
  try {
    const { data } = await api.call({ method: 'POST', path, body, pace: 'launch', reply: Launched });
    return heldAs(data.instance_ids[0] ?? '', intent.name, intent.offer.usdPerHour);
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
