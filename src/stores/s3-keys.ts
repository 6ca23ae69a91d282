import type { Clock } from '../clock.ts';
import type { StoreRung } from '../job/job.ts';
import type { Identity } from '../world.ts';
import { identityTokenFor, Lending } from './lent.ts';
import { assumeRole, type LentKeys } from './web-identity.ts';

export type S3Rung = Extract<StoreRung, { kind: 's3' }>;

export interface S3World {
  /** Value of a variable of our own environment. */
  secret(name: string): string | undefined;
  signal: AbortSignal;
  fetch?: typeof globalThis.fetch;
  /** Who vouches for this job; absent where nobody does. */
  identity?: Identity | undefined;
  clock: Clock;
}

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  /** Comes with keys that were lent. */
  sessionToken?: string | undefined;
}

/** Lent keys are renewed this long before they end: a part that is on its way should arrive. */
const LEAST_SECONDS = 600;

/** The keys of one bucket: of our own environment, or lent to the job for an hour at a time. */
export class S3KeyRing {
  readonly #rung: S3Rung;
  readonly #world: S3World;
  readonly #lent: Lending<LentKeys>;

  constructor(rung: S3Rung, world: S3World) {
    this.#rung = rung;
    this.#world = world;
    this.#lent = new Lending(world.clock);
  }

  /** Names of variables without a value, where no keys can be lent instead. */
  unset(): string[] {
    const { role, accessKey, secretKey } = this.#rung;
    if (role && this.#world.identity) return [];
    return [accessKey, secretKey].filter((name) => !this.#world.secret(name));
  }

  /** Why there are none; `undefined` where there are, or can be had. */
  lacking(): string | undefined {
    const unset = this.unset();
    if (unset.length === 0) return;
    const unsaid = `${unset.join(' and ')} not set`;
    return this.#rung.role
      ? `this job has no identity token ("permissions: id-token: write"), and ${unsaid}`
      : unsaid;
  }

  /**
   * Good for at least `seconds` from now, as far as a service lends keys for that long.
   * @throws Problem where none are lent
   */
  async current(seconds = 0): Promise<S3Keys> {
    const { role } = this.#rung;
    const { identity } = this.#world;
    if (!role || !identity) return this.#own();
    return this.#lent.current(Math.max(LEAST_SECONDS, seconds), () => this.#borrow(role, identity));
  }

  #own(): S3Keys {
    const { accessKey, secretKey } = this.#rung;
    const { secret } = this.#world;
    // Under the names that lent keys have everywhere, where another step lent them.
    const sessionToken = accessKey === 'AWS_ACCESS_KEY_ID' ? secret('AWS_SESSION_TOKEN') : undefined;
    return {
      accessKeyId: secret(accessKey) ?? '',
      secretAccessKey: secret(secretKey) ?? '',
      sessionToken: sessionToken || undefined,
    };
  }

  async #borrow(role: NonNullable<S3Rung['role']>, identity: Identity): Promise<LentKeys> {
    const { fetch = globalThis.fetch, signal, clock } = this.#world;
    const { arn, sts = stsOf(this.#rung), audience } = role;
    const identityToken = await identityTokenFor(identity, audience);
    const lent = await assumeRole({ sts, role: arn, identityToken, fetch, signal, clock });
    for (const each of [lent.accessKeyId, lent.secretAccessKey, lent.sessionToken]) await identity.hide(each);
    return lent;
  }
}

/** AWS lends keys at an address of its own; MinIO, Ceph and their like where the buckets are. */
export function stsOf({ endpoint, region }: Pick<S3Rung, 'endpoint' | 'region'>): string {
  const [aws] = /\.amazonaws\.com(\.cn)?$/.exec(new URL(endpoint).hostname) ?? [];
  if (aws === undefined) return endpoint;
  return region === undefined || region === 'auto' ? `https://sts${aws}` : `https://sts.${region}${aws}`;
}
