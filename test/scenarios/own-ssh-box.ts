import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type FaultProxy, faultProxy, type SshdTestbed, sshdTestbed } from '../testbed.ts';
import type { Place } from './run-bundle.ts';
import type { JobFile } from './tiny-job.ts';

export interface OwnBox {
  bed: SshdTestbed;
  /** Home directory on the box. */
  home: string;
  port: number;
  /** Logins that the box's server accepted so far. */
  logins(): number;
}

/**
 * A machine of one's own, known to the place as one's laptop knows it: a Host in `~/.ssh/config`, with its own key, and
 * its host key in known_hosts. Callers skip with `missing('sshd', 'testbed', 'ssh')`.
 */
export async function ownSshBox(t: TestContext, place: Place): Promise<OwnBox> {
  const bed = await sshdTestbed(1);
  t.after(() => bed.down());
  const [box] = bed.boxes;
  if (!box) throw new Error('the testbed has no box');
  const dir = join(place.home, '.ssh');
  mkdirSync(dir, { mode: 0o700 });
  writeFileSync(join(dir, 'id_box'), bed.clientKey, { mode: 0o600 });
  writeFileSync(join(dir, 'known_hosts'), readFileSync(bed.knownHosts));
  writeSshConfig(place, { port: box.port, user: bed.user, key: join(dir, 'id_box') });
  sshReadsThisHome(place);
  return {
    bed,
    home: box.home,
    port: box.port,
    logins: () =>
      (readFileSync(join(bed.dir, box.name, 'sshd.log'), 'utf8').match(/Accepted publickey/g) ?? []).length,
  };
}

/** The same, reached over a line that can be made to break. */
export async function overFaultyLine(
  t: TestContext,
  place: Place,
): Promise<{ box: OwnBox; line: FaultProxy }> {
  const box = await ownSshBox(t, place);
  const line = await faultProxy(box.port);
  t.after(() => line.close());
  const known = join(place.home, '.ssh', 'known_hosts');
  const [key] = /ssh-ed25519 \S+/.exec(readFileSync(known, 'utf8')) ?? [];
  appendFileSync(known, `[127.0.0.1]:${line.port} ${key}\n`);
  writeSshConfig(place, { port: line.port, user: box.bed.user, key: join(place.home, '.ssh', 'id_box') });
  return { box, line };
}

export function writeSshConfig(place: Place, to: { port: number; user: string; key: string }): void {
  const dir = join(place.home, '.ssh');
  const lines = [
    'Host my-box',
    '  HostName 127.0.0.1',
    `  Port ${to.port}`,
    `  User ${to.user}`,
    `  IdentityFile ${to.key}`,
    '  IdentitiesOnly yes',
    `  UserKnownHostsFile ${join(dir, 'known_hosts')}`,
  ];
  writeFileSync(join(dir, 'config'), `${lines.join('\n')}\n`);
}

/** OpenSSH asks the system for the home directory and not $HOME; a scenario's home is only in $HOME. */
export function sshReadsThisHome(place: Place): void {
  const bin = join(place.dir, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'ssh'), '#!/bin/sh\nexec /usr/bin/ssh -F "$HOME/.ssh/config" "$@"\n');
  chmodSync(join(bin, 'ssh'), 0o755);
  place.env['PATH'] = `${bin}:${place.env['PATH']}`;
}

export const onMyBox = (job: JobFile): void => {
  job['smoke'] = 'none';
  job['candidates'] = [{ platform: 'generic-ssh', attach: 'my-box', usdPerHour: 0 }];
};
