import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Moved } from '../../src/lease/traffic.ts';
import { sshdTestbed } from '../testbed.ts';
import { type CountedLine, countedLine } from './counted-line.ts';

/** A rented box behind a twin: a real sshd with a home of its own. */
export interface TwinBox {
  host: string;
  port: number;
  home: string;
  /** Base64 without padding. */
  hostKeySha256: string;
  /** Over its line so far, where the pool counts. */
  moved?(): Moved;
  /** Connections and processes end; files stay. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** As `stop`, and the home is emptied. */
  destroy(): Promise<void>;
}

export interface BoxPool {
  /** The next unused box, with exactly this key allowed in (and with this host key, where the platform installs one). */
  take(keys: { authorizedKey: string; hostKey?: string }): Promise<TwinBox>;
  /** The login name that really works on these boxes. */
  user: string;
  down(): Promise<void>;
}

/**
 * @param count how many boxes can be rented in all; callers skip with `missing('sshd', 'testbed')`
 * @param prepare what a box of this platform has in its home from the start
 * @param counts everything that goes to a box and comes from it goes through a line of the test, which counts it
 * @param firstProcess variables of each box's first process, as of a container whose logins do not get them
 */
export async function boxPool(
  count: number,
  prepare: (home: string) => void = () => {},
  firstProcess?: Readonly<Record<string, string>>,
  counts = false,
): Promise<BoxPool> {
  const bed = await sshdTestbed(count);
  const lines: CountedLine[] = [];
  let used = 0;
  return {
    user: bed.user,
    async take({ authorizedKey, hostKey }) {
      const box = bed.boxes[used];
      if (!box) throw new Error(`the test has ${count} boxes and wants another`);
      used += 1;
      endsNothingHere(box.home);
      prepare(box.home);
      const keys = join(bed.dir, box.name, 'authorized_keys');
      writeFileSync(keys, `${authorizedKey}\n`);
      if (hostKey !== undefined) installHostKey(join(bed.dir, box.name, 'host_key'), hostKey);
      // Of a keyword that stands twice the server takes the first.
      const root = firstProcess
        ? `\nSetEnv GPU_LEASE_ROOT=${containerRoot(join(bed.dir, box.name), firstProcess)}`
        : '';
      await bed.configure(box.name, /^AuthorizedKeysFile .*$/m, `AuthorizedKeysFile ${keys}${root}`);
      const now = (await bed.now()).find((each) => each.name === box.name) ?? box;
      const line = counts ? await countedLine(now) : undefined;
      if (line) lines.push(line);
      return {
        host: line ? '127.0.0.1' : now.host,
        port: line?.port ?? now.port,
        ...(line && { moved: () => line.moved() }),
        home: now.home,
        hostKeySha256: now.hostKeySha256,
        stop: () => bed.fault('crash', box.name),
        start: () => bed.fault('start', box.name),
        destroy: () => bed.fault('wipe', box.name),
      };
    },
    async down() {
      for (const line of lines) await line.close();
      await bed.down();
    },
  };
}

/** A box that ends itself (AutoDL's `shutdown`) is not the machine that plays it. */
function endsNothingHere(home: string): void {
  mkdirSync(join(home, 'bin'), { recursive: true });
  writeFileSync(join(home, 'bin', 'shutdown'), '#!/bin/sh\ndate >>"$HOME/shut-down"\n', { mode: 0o755 });
}

function installHostKey(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  writeFileSync(`${file}.pub`, execFileSync('ssh-keygen', ['-y', '-f', file]));
}

/** Where a keeper there looks for what the system says of itself. */
function containerRoot(dir: string, firstProcess: Readonly<Record<string, string>>): string {
  const root = join(dir, 'root');
  mkdirSync(join(root, 'proc', '1'), { recursive: true });
  copyFileSync('/proc/meminfo', join(root, 'proc', 'meminfo'));
  const given = Object.entries(firstProcess).map(([name, value]) => `${name}=${value}\0`);
  writeFileSync(join(root, 'proc', '1', 'environ'), given.join(''));
  return root;
}
