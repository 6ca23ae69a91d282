import { Problem } from '../problem.ts';

/** A file behind HTTP(S), as it was named. */
export interface UrlTarget {
  /** With its query, where signatures stand: for requests, never for messages. */
  url: string;
  /** Without query and fragment. */
  label: string;
}

/** Never by argument: every process of the machine can read those. */
export const TOKEN_VARIABLE = 'GPU_LEASE_VERIFY_TOKEN';

export const looksLikeUrl = (word: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(word);

/** The file that a URL names, or what is wrong with it. No message holds its query or password. */
export function urlTarget(word: string, token: string | undefined): UrlTarget | Problem {
  const shown = shownOf(word);
  const wrong = (what: string, next: string) =>
    new Problem({ code: 'bad-url', kind: 'usage', what: `${shown} ${what}.`, next });
  if (!/^https?:/i.test(word))
    return wrong('is neither http nor https', 'Name a path, or the address at which it can be fetched.');
  if (!URL.canParse(word)) return wrong('is no address', 'Check the spelling.');
  const url = new URL(word);
  if (url.username !== '' || url.password !== '')
    return wrong(
      'holds a name or password, which every process of this machine can read',
      `Leave it out; a token goes into ${TOKEN_VARIABLE}.`,
    );
  if (url.pathname.endsWith('/'))
    return wrong('names no file, and a folder cannot be listed over HTTP', 'Name each file.');
  if (token !== undefined && url.protocol === 'http:' && !isLoopback(url.hostname))
    return wrong(`would get ${TOKEN_VARIABLE} without encryption`, 'Use https, or unset the variable.');
  return { url: url.href, label: `${url.origin}${url.pathname}` };
}

/** What a header cannot carry would otherwise be told by `fetch`, which shows the value. */
export function tokenProblem(token: string | undefined): Problem | undefined {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return undefined;
  return new Problem({
    code: 'bad-token',
    kind: 'usage',
    what: `${TOKEN_VARIABLE} holds blanks or other characters that no token has.`,
    next: 'Set it to the bare token, without "Bearer".',
  });
}

const shownOf = (word: string): string => word.replace(/[?#].*$/s, '').replace(/^([^/]*:\/\/)[^/]*@/, '$1');

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);

/**
 * The digest that a manifest lists for a URL: that of the longest name with which its path ends, since a manifest's names
 * are as seen from a folder that nobody told us.
 */
export function digestOfUrl({ url }: UrlTarget, listed: ReadonlyMap<string, string>): string | undefined {
  const path = decoded(new URL(url).pathname);
  const names = [...listed.keys()].filter((name) => path.endsWith(`/${plain(name)}`));
  const [longest] = names.sort((a, b) => plain(b).length - plain(a).length);
  return longest === undefined ? undefined : listed.get(longest);
}

const plain = (name: string): string => name.replace(/^(\.?\/)+/, '');

export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
