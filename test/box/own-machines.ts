import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SshdTestbed, sshdTestbed } from '../testbed.ts';
import { type ShellBox, shellBox } from './shell-channel.ts';

/** A box, and real SSH servers that it reaches by its own `~/.ssh` as `peer1`, `peer2`: machines that see its files. */
export interface OwnMachines {
  first: ShellBox;
  bed: SshdTestbed;
  peers: string[];
  end(): Promise<void>;
}

export async function ownMachines(count = 1): Promise<OwnMachines> {
  const first = await shellBox('dash');
  const bed = await sshdTestbed(count);
  await letReach(first.home, bed);
  return {
    first,
    bed,
    peers: bed.boxes.map((_box, at) => `peer${at + 1}`),
    end: async () => {
      await first.destroy();
      await bed.down();
    },
  };
}

/** The account at `home` may log in to the machines of the bed from its number `from` on: `peer1`, `peer2`. */
export async function letReach(home: string, bed: SshdTestbed, from = 0): Promise<void> {
  const dir = join(home, '.ssh');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(join(dir, 'id'), bed.clientKey, { mode: 0o600 });
  await writeFile(join(dir, 'known_hosts'), await readFile(bed.knownHosts));
  const hosts = bed.boxes
    .slice(from)
    .map(({ port }, at) => `Host peer${at + 1}\n  HostName 127.0.0.1\n  Port ${port}\n`);
  const common = `Host *\n  User ${bed.user}\n  IdentityFile ${dir}/id\n  IdentitiesOnly yes\n  UserKnownHostsFile ${dir}/known_hosts\n`;
  await writeFile(join(dir, 'config'), `${hosts.join('')}${common}`);
  // OpenSSH asks the system for the home directory and not $HOME.
  const ssh = join(home, 'bin', 'ssh');
  await mkdir(join(home, 'bin'), { recursive: true });
  await writeFile(ssh, `#!/bin/sh\nexec /usr/bin/ssh -F ${dir}/config "$@"\n`);
  await chmod(ssh, 0o755);
}

/** Living processes that were given all of these variables. */
export async function withVariables(...variables: string[]): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environ = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ') Z');
      const words = environ.split('\0');
      return !/\) [ZX] /.test(stat) && variables.every((each) => words.includes(each));
    }),
  );
  return pids.filter((_pid, at) => found[at]).map(Number);
}
