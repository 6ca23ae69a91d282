import { Problem } from '../problem.ts';

/** More than any account has. */
const MOST_PAGES = 400;

/**
 * A list to its end, or not at all: one that is cut short would call a box gone, or rent it twice.
 *
 * @param list as a person reads it: `RunPod's list /v2/pods`
 * @param next by what the page after these is asked for; `undefined` at the end, `null` where the list does not say
 */
export async function everyPage<Page, At extends string | number>(
  list: string,
  ask: (at: At | undefined) => Promise<Page>,
  next: (last: Page, pages: readonly Page[]) => At | undefined | null,
): Promise<Page[]> {
  const pages: Page[] = [];
  const asked = new Set<At>();
  for (let at: At | undefined; ; ) {
    const page = await ask(at);
    pages.push(page);
    const after = next(page, pages);
    if (after === undefined) return pages;
    // What leads round in a circle has no end either.
    if (after === null || asked.has(after) || pages.length >= MOST_PAGES) throw endless(list, pages.length);
    asked.add(after);
    at = after;
  }
}

const endless = (list: string, pages: number): Problem =>
  new Problem({
    code: 'api-reply',
    kind: 'unreachable',
    what: `${list} did not come to its end after ${pages} page(s), so not everything could be seen.`,
    next: "Run the same command again; if it stays so, look into the platform's console and report this with the version of gpu-lease.",
  });
