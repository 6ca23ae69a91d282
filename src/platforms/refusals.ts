import { Problem } from '../problem.ts';
import { ApiRefused, ApiUnclear, PlatformAnswer, SaidNo } from './api.ts';
import { RentFailed } from './driver.ts';

/**
 * What a create that brought no box is.
 * @param meaning of a no, or the error that it is; `unclear` where nobody has documented it, because the box may be there
 */
export function rentFailure(
  error: unknown,
  meaning: (refused: ApiRefused) => RentFailed['reason'] | Error,
): unknown {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, 'unclear', { cause: error });
  // It was answered with success and we could not read the id.
  if (error instanceof Problem && error.code === 'api-reply')
    return new RentFailed(error.what, 'unclear', { cause: error });
  if (!(error instanceof ApiRefused)) return error;
  const meant = meaning(error);
  return typeof meant === 'string' ? new RentFailed(error.message, meant, { cause: error }) : meant;
}

/**
 * Refusals in words that nobody has documented. The next offer may be tried after one; when a second offer gets the same words
 * they are about the request, which will not get better by trying.
 */
export class UnknownWords {
  readonly #offersOf = new Map<string, Set<string>>();

  /** @param names what the offer is called in such words, which differs from offer to offer */
  meaningOf(said: string, offerId: string, names: readonly (string | undefined)[]): RentFailed['reason'] {
    const words = names.reduce(
      (left: string, name) => (name === undefined || name === '' ? left : left.replaceAll(name, '…')),
      said,
    );
    const offers = (this.#offersOf.get(words) ?? new Set()).add(offerId);
    this.#offersOf.set(words, offers);
    return offers.size > 1 ? 'refused' : 'no-capacity';
  }
}

/** What a look is: a no outside of a create that is not understood says nothing about boxes. */
export async function understood<T>(platform: string, look: Promise<T>): Promise<T> {
  try {
    return await look;
  } catch (cause) {
    if (!(cause instanceof SaidNo)) throw cause;
    const what = `${cause.message}. This says nothing about boxes there.`;
    const next = `Run the same command again; if it goes on, look into the console of ${platform}.`;
    throw new Problem({ code: 'api-refused', kind: 'unreachable', what, next }, { cause });
  }
}

/** What is not accepted costs on. @param next what helps then */
export async function accepted(
  done: Promise<unknown>,
  { verb, boxId }: { verb: string; boxId: string },
  next: string,
): Promise<void> {
  try {
    await done;
  } catch (cause) {
    if (!(cause instanceof PlatformAnswer) || cause instanceof ApiUnclear) throw cause;
    const what = `"${verb}" of ${boxId} was not accepted: ${cause.message}.`;
    throw new Problem({ code: 'verb-refused', kind: 'billing', what, next, costing: [boxId] }, { cause });
  }
}
