import { Problem } from '../../problem.ts';
import { type Api, ApiRefused, PlatformAnswer } from '../api.ts';
import type { RentIntent, Resource } from '../driver.ts';
import { markedName, readMarkedName } from '../owner-mark.ts';
import { listRegistries, Registry } from './api.ts';

/** A login in an account-wide list of ids, where the pods' ids have no prefix. */
export const LOGIN = 'registry:';

const pathOf = (id: string): string => `/v2/registries/${encodeURIComponent(id)}`;

/** Those that this program made for the lease: their name carries its mark. */
async function loginsOf(api: Api, lease: string): Promise<Registry[]> {
  return (await listRegistries(api)).filter(({ name }) => {
    const read = readMarkedName(name);
    return read.owner !== undefined && read.name === lease;
  });
}

/**
 * A login of this lease alone, by which RunPod pulls its image. What an interrupted try left is made anew: its password may be another
 * one by now, and RunPod shows none.
 *
 * @returns what `POST /v2/pods` calls it; `undefined` where the image is public
 */
export async function keepLogin(
  api: Api,
  { name, owner, login }: Pick<RentIntent, 'name' | 'owner' | 'login'>,
): Promise<string | undefined> {
  if (login === undefined) return;
  await dropLogins(api, name);
  const body = { name: markedName(name, owner), username: login.user, password: login.password };
  const made = await api.call({
    method: 'POST',
    path: '/v2/registries',
    body,
    secrets: [login.password],
    reply: Registry,
    asAnswered: true,
  });
  return made.id;
}

/** Quiet about one that a pod still uses (400): the pods' list lags behind their end. It stays in the inventory until it is gone. */
export async function dropLogins(api: Api, lease: string): Promise<void> {
  for (const { id } of await loginsOf(api, lease)) {
    try {
      await api.unlessGone({ method: 'DELETE', path: pathOf(id), asAnswered: true });
    } catch (error) {
      if (!(error instanceof ApiRefused) || error.status !== 400) throw error;
    }
  }
}

/**
 * Of ours alone: what a person keeps there is no leftover of anybody. A login bills nothing, so a list of them that is refused never
 * stands before the list of what does.
 */
export async function loginResources(api: Api): Promise<Resource[]> {
  const logins = await listRegistries(api).catch((error: unknown) => {
    if (error instanceof Problem || error instanceof PlatformAnswer) return [];
    throw error;
  });
  return logins.flatMap(({ id, name }): Resource[] => {
    const { owner, name: lease } = readMarkedName(name);
    if (owner === undefined) return [];
    const native = 'login of a container registry';
    return [{ kind: 'login', id: `${LOGIN}${id}`, name: lease, owner, native, billing: 'no', usdPerHour: 0 }];
  });
}
