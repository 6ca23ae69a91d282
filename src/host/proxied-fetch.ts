/** Node's own `fetch` looks at no proxy variables before Node 24; undici's does when it is told to. */
export async function fetchFor(url: URL): Promise<typeof fetch> {
  const { env } = process;
  const isSet = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => env[name]);
  if (!isSet || isLoopback(url.hostname)) return fetch;
  const { EnvHttpProxyAgent, fetch: proxied } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent();
  return ((input: never, init: never) =>
    proxied(input, { ...(init as object), dispatcher })) as unknown as typeof fetch;
}

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
