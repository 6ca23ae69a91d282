import { type Api, type ApiOptions, openApi } from './api.ts';
import { apiBaseOf, apiKeyOf, type PlatformContext } from './context.ts';

/** What an API behind one key is, beside what every call needs. */
export type Keyed = Pick<ApiOptions, 'name' | 'keyName' | 'explain' | 'paces' | 'isGone' | 'refused'> & {
  /** By which `GPU_LEASE_API_<PLATFORM>` names another address. */
  platform: string;
  /** The platform's own address. */
  usual: string;
};

/** An API that takes one key out of the environment as a bearer token. Without the key the first call says so. */
export function openKeyed(context: PlatformContext, { platform, usual, ...own }: Keyed): Api {
  const { clock, secret, signal } = context;
  return openApi({
    ...own,
    base: apiBaseOf(context, platform, usual),
    headers: () => ({ authorization: `Bearer ${apiKeyOf(context, own.name, own.keyName)}` }),
    secrets: [secret(own.keyName)?.trim() ?? ''],
    clock,
    ...(signal === undefined ? {} : { signal }),
  });
}
