// Over ten seconds: each account has another shell behind a real sshd, and each greets in its own way.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { openSession, type SshSession } from '../../src/box/ssh-session.ts';
import { hashOnBox } from '../../src/collect/box-questions.ts';
import { pull } from '../../src/collect/pull.ts';
import { missing } from '../requirement.ts';
import { type SshdBox, type SshdTestbed, sshdTestbed } from '../testbed.ts';
import { type Account, setAccount } from './login-shell.ts';

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

const ACCOUNTS: Record<string, Account & { finding: string }> = {
  'a bash that greets': { finding: 'F8', shell: 'bash', startFile: 'echo "Welcome to gpu-node-7"\n' },
  'a bash that greets without a line end, on both outputs': {
    finding: 'F8',
    shell: 'bash',
    startFile: 'printf "motd: 3 updates"; printf "conda: base" >&2\n',
  },
  'a bash that says something at its end': {
    finding: 'F8',
    shell: 'bash',
    startFile: `trap 'echo bye; echo bye >&2' EXIT\n`,
  },
  'a bash that prints 100 kB': {
    finding: 'F8',
    shell: 'bash',
    startFile: 'yes "a banner" | head -c 100000\n',
  },
  'a bash that shows its commands': { finding: 'F8', shell: 'bash', startFile: 'set -xv\n' },
  'a tcsh that greets': { finding: 'F14', shell: 'tcsh', startFile: 'echo "Welcome to the cluster!"\n' },
  'the csh of BSD': { finding: 'F14', shell: 'bsd-csh', startFile: 'echo hello\nset echo\n' },
  'a fish that greets': { finding: 'F8', shell: 'fish', startFile: 'echo "hello from fish"\n' },
  'a zsh that greets': { finding: 'F8', shell: 'zsh', startFile: 'echo "hello from zsh"\nalias sh=false\n' },
};

describe('an account with', { skip: missing('sshd', 'testbed'), timeout: 240_000 }, () => {
  let bed: SshdTestbed;
  let box: SshdBox;
  before(async () => {
    bed = await sshdTestbed();
    box = bed.boxes[0] as SshdBox;
  });
  after(() => bed?.down());

  const withSession = async (
    account: Account,
    use: (session: SshSession) => Promise<void>,
  ): Promise<void> => {
    await setAccount(bed, box, account);
    const session = await openSession({
      endpoint: async () => ({ host: box.host, port: box.port, user: bed.user }),
      login: { keys: [{ text: bed.clientKey, label: 'test' }] },
      pin: { sha256: box.hostKeySha256, by: 'user' },
    });
    await use(session).finally(() => session.close());
  };

  for (const [words, account] of Object.entries(ACCOUNTS)) {
    it(`${words} runs our commands and gives our bytes, and no others [faults ${account.finding}]`, {
      skip: missing(account.shell),
    }, async () => {
      await withSession(account, async (session) => {
        const said = await session.exec(
          ['sh', '-c', 'cat; printf "%s" "$1"; echo problem >&2; exit 7', 'sh', "it's !x\n\\n $HOME"],
          {
            stdin: Buffer.from('in\0put\n'),
          },
        );
        assert.deepEqual(said, {
          exitCode: 7,
          stdout: "in\0put\nit's !x\n\\n $HOME",
          stderr: account.startFile.includes('bye; echo bye >&2') ? said.stderr : 'problem\n',
          truncated: false,
        });
        // As long as our longest script: the csh of BSD takes no word of so many characters.
        const long = `printf %s "$1" | wc -c # ${"it's !x\\n \u{1f600}".repeat(800)}`;
        const counted = await session.exec(['sh', '-c', long, 'sh', "a 'b'".repeat(500)]);
        assert.deepEqual([counted.exitCode, counted.stdout.trim()], [0, '2500']);
        const large = randomBytes(700_000);
        await session.put(`${box.home}/large`, large);
        const parts: Uint8Array[] = [];
        await session.get(`${box.home}/large`, 1000, 650_000, (chunk) => void parts.push(chunk));
        assert.equal(sha256(Buffer.concat(parts)), sha256(large.subarray(1000, 651_000)));
        const { files } = await hashOnBox(session, box.home, ['large']);
        assert.equal(files.get('large')?.sha256, sha256(large));
      });
    });
  }

  it('something that goes on printing is pulled from, small files and large ones [faults F8]', async () => {
    const startFile =
      '( i=0; while [ $i -lt 2000 ]; do echo "gpu 41 C"; i=$((i+1)); sleep 0.002; done ) 2>/dev/null &\n';
    await withSession({ shell: 'bash', startFile }, async (session) => {
      const contents = {
        large: randomBytes(9_000_000),
        other: randomBytes(200_000),
        small: randomBytes(3000),
      };
      for (const [name, content] of Object.entries(contents)) await writeFile(join(box.home, name), content);
      const entries = Object.entries(contents).map(([path, content]) => ({
        path,
        bytes: content.length,
        sha256: sha256(content),
      }));
      const report = await pull(session, { remoteDir: box.home, intoDir: join(bed.dir, 'pulled'), entries });
      assert.deepEqual(
        report.files.map(({ path, outcome }) => [path, outcome]),
        entries.map(({ path }) => [path, 'pulled']),
      );
      const parts: Uint8Array[] = [];
      await session.get(`${box.home}/large`, 5, 5_000_000, (chunk) => void parts.push(chunk));
      assert.equal(sha256(Buffer.concat(parts)), sha256(contents.large.subarray(5, 5_000_005)));
      // Otherwise nothing was proven: the noise did stand between the bytes.
      assert.ok(report.movedBytes > 9_203_000, `${report.movedBytes} bytes were moved`);
    });
  });

  for (const [words, startFile, said] of [
    [
      'refuses every command with a word',
      'echo "Please login as the user ubuntu rather than the user root."; exit 142',
      /142.*Please login as the user ubuntu/,
    ],
    ['ends well before the command', 'exit 0', /ended with 0/],
    ['prints for ever', 'yes', /start files never come to an end/],
  ] as const) {
    it(`a start file that ${words} is named as that [faults F14]`, async () => {
      await withSession({ shell: 'bash', startFile }, async (session) => {
        await assert.rejects(session.exec(['true']), (error: Error) => {
          assert.ok(error instanceof TransportFailed);
          assert.match(error.message, said);
          return true;
        });
      });
    });
  }
});
