import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type FaultProxy, faultProxy } from '../testbed.ts';
import type { Place } from './run-bundle.ts';

/** A ledger of its own behind git's own server, reached over a line that can go silent. Callers skip with `missing('testbed', 'git')`. */
export async function ledgerDaemon(
  t: TestContext,
  place: Place,
): Promise<{ url: string; dir: string; line: FaultProxy }> {
  const served = join(place.dir, 'served');
  const dir = join(served, 'ledger.git');
  mkdirSync(served);
  execFileSync('git', ['init', '--quiet', '--bare', dir], { env: place.env });
  const port = await freePort();
  // It ends with the place, whose environment it has.
  spawn(
    'git',
    ['daemon', '--listen=127.0.0.1', `--port=${port}`, '--reuseaddr', `--base-path=${served}`].concat([
      '--export-all',
      '--enable=receive-pack',
      served,
    ]),
    { env: place.env, stdio: 'ignore', detached: true },
  );
  while (!(await answers(port))) await pause(50);
  const line = await faultProxy(port);
  t.after(() => line.close());
  return { url: `git://127.0.0.1:${line.port}/ledger.git`, dir, line };
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true));
    socket.on('connect', () => socket.destroy());
    socket.on('error', () => resolve(false));
  });
