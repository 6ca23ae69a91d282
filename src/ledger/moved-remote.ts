import { fetchFor } from '../host/proxied-fetch.ts';

const ANSWER_SECONDS = 20;
/** What git asks first, for a fetch and a listing. Every server that has the repository answers it. */
const FIRST_QUESTION = '/info/refs?service=git-upload-pack';

/** Where a remote says that it is now: an address below the same server, or only the name of another. */
export type Moved = { url: string } | { elsewhere: string };

/**
 * Where a remote sends those that ask for it, asked with the token, and not followed. Git itself would go on there with our
 * header: it leaves it away in the request that was sent elsewhere, and sends it in all that come after.
 *
 * @returns undefined where it sends nobody elsewhere, or cannot be asked
 */
export async function movedTo(url: string, authorization: string): Promise<Moved | undefined> {
  const question = new URL(`${url.replace(/\/+$/, '')}${FIRST_QUESTION}`);
  try {
    const ask = await fetchFor(question);
    const answer = await ask(question, {
      headers: { authorization, 'user-agent': 'git/gpu-lease' },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_SECONDS * 1000),
    });
    await answer.body?.cancel();
    const location = answer.headers.get('location') ?? '';
    if (answer.status < 300 || answer.status > 399 || !URL.canParse(location, question.href)) return;
    const there = new URL(location, question);
    // A page to log in at, say, is no repository.
    const isRepository = `${there.pathname}${there.search}`.endsWith(FIRST_QUESTION);
    if (there.origin !== question.origin || !isRepository) return { elsewhere: there.host };
    return { url: there.href.slice(0, -FIRST_QUESTION.length) };
  } catch {
    return;
  }
}
