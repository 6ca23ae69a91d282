import { Problem } from '../problem.ts';

/** What git is given beside its words, so that a server lets it in. */
export interface RemoteLogin {
  env: Record<string, string>;
  authorization?: string;
}

/** @throws Problem when the address carries a password: it would stand in argv, in errors and in logs */
export function checkedUrl(url: string, holds: string): string {
  const withLogin = /^https?:\/\/[^/]*@/i.test(url);
  if (withLogin || url === '' || url.startsWith('-') || /[\p{Cc}]/u.test(url)) {
    throw new Problem({
      code: 'bad-remote',
      kind: 'usage',
      what: withLogin
        ? `The address of ${holds} carries a login.`
        : `${JSON.stringify(url)} is no address of a git remote.`,
      next: 'Give the plain address, and the token by its own input or environment variable.',
    });
  }
  return url;
}

/**
 * The token as git's own configuration, in the environment of the child alone and only for this origin. First an empty value:
 * a checkout may have left its own header, and two are refused.
 */
export function loginWith(url: string, token: string, holds: string): RemoteLogin {
  const { origin, protocol, hostname } = URL.canParse(url)
    ? new URL(url)
    : { origin: '', protocol: '', hostname: '' };
  // Tokens are for HTTP; ssh and paths have their own ways.
  if (protocol !== 'https:' && protocol !== 'http:') return { env: {} };
  if (protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
    throw new Problem({
      code: 'token-in-the-clear',
      kind: 'usage',
      what: `The token of ${holds} would travel unencrypted to ${url}.`,
      next: 'Use its https:// address.',
    });
  }
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  return {
    authorization,
    env: {
      'config:credential.helper': '',
      [`config:http.${origin}/.extraHeader`]: '',
      [`config:http.${origin}/.extraHeader#2`]: `Authorization: ${authorization}`,
      // Git would take the header along to where it is sent, whatever server that is.
      [`config:http.${origin}/.followRedirects`]: 'false',
    },
  };
}
