import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** As many as browsers and fetch follow is more than any store needs. */
const MOST_REDIRECTS = 5;

/** Networks that a stranger's server has no business to send us into: this machine, its link, its site (RFC 6890). */
const INSIDE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  INSIDE.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  INSIDE.addSubnet(net, bits, 'ipv6');

export interface Following {
  fetch: typeof globalThis.fetch;
  /** Sent to the first origin alone: whoever it sends us to is another, and these may be tokens. */
  headers: Readonly<Record<string, string>>;
  range: string;
  signal: AbortSignal;
  /** Addresses of a host name. Default: the resolver of this machine. */
  addressesOf?: (hostname: string) => Promise<string[]>;
  refused(what: string): Error;
}

/**
 * The answer behind any redirects. A public address may not send us to this machine or its network, where it could not get by
 * itself; an address in there that somebody typed may send us anywhere.
 *
 * @throws what `refused` makes of it
 */
export async function followed(url: string, following: Following): Promise<Response> {
  const { fetch, headers, range, signal, refused, addressesOf = resolved } = following;
  const first = new URL(url);
  let at = first;
  let isOutside: boolean | undefined;
  for (let hops = 0; ; hops += 1) {
    const response = await fetch(at.href, {
      // With a range fetch asks for no compression by itself: compressed bytes would be bytes of something else.
      headers: { ...(at.origin === first.origin && headers), range },
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    if (hops >= MOST_REDIRECTS) throw refused(`sends from one address to another, more than ${hops} times`);
    const to = URL.canParse(location, at.href) ? new URL(location, at) : undefined;
    if (to?.protocol !== 'https:' && to?.protocol !== 'http:')
      throw refused('sends to an address that is none of HTTP');
    isOutside ??= !(await isInside(first.hostname, addressesOf));
    if (isOutside && (await isInside(to.hostname, addressesOf)))
      throw refused(`sends to ${to.host}, which is an address of this machine or its network`);
    at = to;
  }
}

const resolved = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** A name that nobody knows leads nowhere: the request itself says so. */
async function isInside(
  hostname: string,
  addressesOf: (name: string) => Promise<string[]>,
): Promise<boolean> {
  const name = hostname.replace(/^\[|\]$/g, '');
  if (isIP(name) !== 0) return isInsideAddress(name);
  if (/(?:^|\.)(?:localhost|internal|local)\.?$/i.test(name)) return true;
  return (await addressesOf(name).catch(() => [])).some(isInsideAddress);
}

const isInsideAddress = (address: string): boolean => {
  const [, mapped] = /^::ffff:(?:0:)?(.+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return isIP(mapped) === 4 ? INSIDE.check(mapped, 'ipv4') : true;
  return INSIDE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
};
