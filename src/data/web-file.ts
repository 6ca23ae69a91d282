import { lastName } from '../job/data-source.ts';
import type { DataRule, DataSource } from '../job/job.ts';
import { answered, type DataWorld, patient, sourceProblem } from './answers.ts';
import { type FetchSource, sourceOf } from './fetch-plan.ts';

/** One file behind an address. Nobody but the job's `sha256` says what it must hold. */
export async function webFile(
  rule: DataRule,
  { url }: Extract<DataSource, { kind: 'web' }>,
  world: DataWorld,
): Promise<FetchSource> {
  const token = rule.token === undefined ? undefined : world.secret(rule.token);
  try {
    const bytes = await sizeOf(url, token, world);
    const path = lastName(new URL(url).pathname);
    return sourceOf(rule, [
      { path, bytes, proof: { by: 'nothing' }, url, ...(hasSecret(url) && { isSecretUrl: true }) },
    ]);
  } catch (error) {
    throw sourceProblem(rule.from, rule.token, error);
  }
}

/** Whoever put a query there may have signed it. */
const hasSecret = (url: string): boolean => new URL(url).search !== '';

/** `undefined` where it does not say, or answers no HEAD. */
async function sizeOf(url: string, token: string | undefined, world: DataWorld): Promise<number | undefined> {
  const headers: Record<string, string> = {
    'accept-encoding': 'identity',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const answer = await patient(world)(url, { method: 'HEAD', headers });
  if (answer.status === 405 || answer.status === 501) return undefined;
  if (!answer.ok) throw answered(answer.status);
  const bytes = Number(answer.headers.get('content-length') ?? Number.NaN);
  const isPlain = (answer.headers.get('content-encoding') ?? 'identity') === 'identity';
  return isPlain && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}
