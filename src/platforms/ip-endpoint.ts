import type { Endpoint } from './driver.ts';

/** Where a machine with an address of its own answers: port 22, unless what stands before it says `ADDRESS:PORT`. */
export function ipEndpoint(address: string, user: string): Endpoint {
  const [, host = address, port] = /^(\d+(?:\.\d+){3}):(\d{1,5})$/.exec(address) ?? [];
  return { host, port: Number(port ?? 22), user };
}
