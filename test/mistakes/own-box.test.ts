// Over ten seconds: logins to a real sshd, each mistake of a person tried again with what it was answered.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { missing } from '../requirement.ts';
import { sshReadsThisHome, writeSshConfig } from '../scenarios/own-ssh-box.ts';
import { type SshdTestbed, sshdTestbed } from '../testbed.ts';
import type { DeskOfOurs } from './desk.ts';
import { quotedIn } from './obey.ts';
import { mistakes, type Row } from './table.ts';

const skip = missing('git', 'sshd', 'testbed', 'ssh', 'python3');
let bed: SshdTestbed;

before(async () => {
  if (!skip) bed = await sshdTestbed(1);
});
after(() => bed?.down());

const box = () => bed.boxes[0] ?? assert.fail('the testbed has no box');
const ssh = (desk: DeskOfOurs, name = ''): string => join(desk.place.home, '.ssh', name);

/** A laptop from which everything works: the box is `my-box` in its configuration, and the job is for it. */
function atHome(desk: DeskOfOurs, attach = 'my-box'): void {
  mkdirSync(ssh(desk), { mode: 0o700 });
  writeFileSync(ssh(desk, 'id_box'), bed.clientKey, { mode: 0o600 });
  writeFileSync(ssh(desk, 'known_hosts'), readFileSync(bed.knownHosts));
  writeSshConfig(desk.place, { port: box().port, user: bed.user, key: ssh(desk, 'id_box') });
  sshReadsThisHome(desk.place);
  copiesKeys(desk);
  desk.swap('  - local', `  - { platform: generic-ssh, attach: ${attach}, usdPerHour: 0 }`);
}

/** What asks for a password where there is one, and puts a key where that would let it. */
function copiesKeys(desk: DeskOfOurs): void {
  const path = join(desk.place.dir, 'bin', 'ssh-copy-id');
  const keys = join(bed.dir, 'authorized_keys');
  const public_ = `for each in "$HOME"/.ssh/*.pub; do cat "$each" >>'${keys}'; done`;
  writeFileSync(path, `#!/bin/sh\necho "$*" >"$HOME/copied-to"\n${public_}\n`);
  chmodSync(path, 0o755);
}

const probed = (
  name: string,
  make: (desk: DeskOfOurs) => void,
  rest: Pick<Row, 'where' | 'what' | 'obey'>,
): Row => ({
  name,
  make,
  typed: ['plan', '--probe'],
  ...rest,
});

const attachInstead =
  (wrong: string): Row['obey'] =>
  (message, desk) => {
    const word = quotedIn(message, /Did you mean "([^"]+)"\?/);
    desk.swap(`attach: ${wrong}`, `attach: ${word}`);
    return undefined;
  };

const ROWS: Row[] = [
  probed('a wrong port', (desk) => atHome(desk, 'ssh://root@127.0.0.1:1'), {
    where: /^ssh:\/\/root@127.0.0.1:1 .*PROBLEM/,
    what: '127.0.0.1:1',
    obey: attachInstead('ssh://root@127.0.0.1:1'),
  }),
  probed('a wrong name of the host', (desk) => atHome(desk, 'my-bx'), {
    where: 'my-bx',
    what: 'my-bx',
    obey: attachInstead('my-bx'),
  }),
  probed(
    'a wrong user',
    (desk) => {
      atHome(desk, 'wrong-user');
      desk.swap('attach: wrong-user', `attach: ssh://ubuntu@127.0.0.1:${box().port}`);
      writeFileSync(
        ssh(desk, 'config'),
        `IdentityFile ${ssh(desk, 'id_box')}\n${readFileSync(ssh(desk, 'config'))}`,
      );
    },
    {
      where: /ssh:\/\/ubuntu@\S+ .*PROBLEM/,
      what: 'ubuntu',
      obey: (message, desk) => attachInstead(`ssh://ubuntu@127.0.0.1:${box().port}`)(message, desk),
    },
  ),
  probed(
    'no key',
    (desk) => {
      atHome(desk);
      desk.shell(`sed -i '/Identit/d' ${ssh(desk, 'config')}`);
    },
    {
      where: `127.0.0.1`,
      what: 'log in as root',
      obey: (message, desk) => {
        desk.shell(
          `${quotedIn(message, /`(ssh-keygen -t ed25519)`/)} -q -N '' -f ${ssh(desk, 'id_ed25519')}`,
        );
        desk.shell(quotedIn(message, /`(ssh-copy-id [^`]+)`/));
        return undefined;
      },
    },
  ),
  probed(
    'a key that the box does not know',
    (desk) => {
      atHome(desk);
      rmSync(ssh(desk, 'id_box'));
      desk.shell(`ssh-keygen -q -t ed25519 -N '' -f ${ssh(desk, 'id_box')}`);
    },
    {
      where: 'my-box',
      what: 'does not accept our key',
      obey: (message, desk) => {
        desk.shell(quotedIn(message, /`(ssh-copy-id [^`]+)`/));
        assert.ok(existsSync(join(desk.place.home, 'copied-to')));
        return undefined;
      },
    },
  ),
  probed(
    'a key with a passphrase, and no agent',
    (desk) => {
      atHome(desk);
      desk.shell(`ssh-keygen -q -p -P '' -N sesame -f ${ssh(desk, 'id_box')}`);
    },
    {
      where: 'id_box',
      what: 'locked by a passphrase',
      obey: (message, desk) => {
        const command = quotedIn(message, /`(eval "\$\(ssh-agent\)" && ssh-add [^`]+)`/);
        const asks = join(desk.place.dir, 'bin', 'asks');
        writeFileSync(asks, '#!/bin/sh\necho sesame\n', { mode: 0o755 });
        const socket = join(desk.place.dir, 'socket');
        Object.assign(desk.env, { SSH_ASKPASS: asks, SSH_ASKPASS_REQUIRE: 'force', DISPLAY: ':0' });
        desk.shell(`{ ${command}; } >/dev/null 2>&1; echo "$SSH_AUTH_SOCK" >${socket}`);
        desk.env['SSH_AUTH_SOCK'] = readFileSync(socket, 'utf8').trim();
        return undefined;
      },
    },
  ),
  probed(
    'the box shows another host key than known_hosts has',
    (desk) => {
      atHome(desk);
      const other = join(desk.place.dir, 'other');
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', other]);
      const [type, key] = readFileSync(`${other}.pub`, 'utf8').split(' ');
      writeFileSync(ssh(desk, 'known_hosts'), '');
      appendFileSync(ssh(desk, 'known_hosts'), `[127.0.0.1]:${box().port} ${type} ${key}\n`);
    },
    {
      where: '127.0.0.1:',
      what: /shows host key SHA256:.*known_hosts expects SHA256:/,
      obey: (message, desk) => {
        const command = quotedIn(message, /`(ssh-keygen -R '[^`]+')`/);
        // OpenSSH asks the system for the home directory.
        desk.shell(`${command} -f ${ssh(desk, 'known_hosts')}`);
        return undefined;
      },
    },
  ),
  probed(
    'the box has no such Python',
    (desk) => {
      atHome(desk);
      desk.write('train.py', 'print(1)\n');
      desk.swap('run: node train.mjs\nvars', 'run: python2 train.py\nvars');
    },
    {
      where: 'AD6',
      what: 'python2',
      obey: (message, desk) => {
        desk.swap(
          'run: python2 train.py',
          `run: ${quotedIn(message, /write `([^`]+)` for python2/)} train.py`,
        );
        return undefined;
      },
    },
  ),
  probed(
    'the box has no GPU',
    (desk) => {
      atHome(desk);
      desk.swap('  gpu: none', '  gpu: { name: A100, count: 1 }');
    },
    {
      where: 'no GPU is visible here',
      what: '1 x A100 asked',
      obey: (message, desk) => {
        desk.swap('gpu: { name: A100, count: 1 }', quotedIn(message, /`(gpu: none)`/));
        return undefined;
      },
    },
  ),
];

mistakes('mistakes about a box of one’s own', ROWS, { skip, timeout: 200_000 });
