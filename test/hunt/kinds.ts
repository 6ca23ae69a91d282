import { newSecret } from '../../src/secret/keys.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';
import { type Hit, type Marked, marked, plainMarked } from './finder.ts';

/** A marked secret of each kind that the program can be given, by the variable that brings it. */
export interface Kinds {
  env: Record<string, string>;
  secrets: Marked[];
}

/** Whose each key is, by the last part of `GPU_LEASE_API_<PLATFORM>`. */
export const PLATFORM_OF: Record<string, string> = Object.fromEntries(
  namesIn(SHIPPED).flatMap((id) =>
    profileOf(id).rent.entries.flatMap(({ auth }) =>
      [...(auth?.also ?? []), ...(auth?.secret === undefined ? [] : [auth.secret])].map((key) => [
        key,
        id.toUpperCase().replaceAll('-', '_'),
      ]),
    ),
  ),
);

/** Whether this is a key of the platform that is asked, below a path of its name, and stands where the platform wants it. */
export function isOwnKey({ kind, where }: Hit): boolean {
  const [, platform] = /\/([A-Z]+)(?:_CORE)?(?:\/|$)/.exec(where) ?? [];
  if (PLATFORM_OF[kind]?.split('_')[0] !== platform || kind.includes('PRIVATE')) return false;
  return !where.startsWith('address') || kind === 'COMPSHARE_PUBLIC_KEY';
}

/** The only one that a job of these tests declares, and so the only one that may come to a box. */
export const JOB_SECRET = 'TRACKER_KEY';

export function everyKind(): Kinds {
  const secrets = [
    ...Object.keys(PLATFORM_OF).map((name) => plainMarked(name)),
    ...['GH_TOKEN', 'GPU_LEASE_LEDGER_TOKEN', 'HF_TOKEN'].map((name) => plainMarked(name)),
    ...['AWS_SECRET_ACCESS_KEY', JOB_SECRET].map((name) => marked(name)),
    { kind: 'GPU_LEASE_SECRET', value: newSecret() },
  ];
  return { secrets, env: Object.fromEntries(secrets.map(({ kind, value }) => [kind, value])) };
}
