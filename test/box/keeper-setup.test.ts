import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { profileOf } from '../profile/profiles.ts';
import { missing } from '../requirement.ts';
import { ended, onBox, text } from './keeper-run.ts';
import { SHELLS, type ShellBox } from './shell-channel.ts';

const ADDRESS = 'https://__token__:unseen-by-anyone@pypi.example.org/simple';

/** It only notes what it is asked, and lists what it has. */
function fakePython({ bin, home }: ShellBox): void {
  const path = join(bin, 'python3');
  writeFileSync(
    path,
    `#!/bin/sh\ncase $* in *freeze*) echo einops==0.8.0 ;; *) echo "$PIP_INDEX_URL" | sed 's/unseen/seen/' >"${home}/index" ;; esac\n`,
  );
  chmodSync(path, 0o755);
}

function fake({ bin }: ShellBox, name: string, text: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(bin, name), 0o755);
}

for (const shell of SHELLS) {
  describe(`a setup on ${shell}`, { skip: missing(shell), concurrency: 2 }, () => {
    it('has the index of its packages, which no command and no file has, and leaves behind what was installed [P1-08]', async () => {
      await onBox(shell, async (box) => {
        fakePython(box);
        const seen = await ended(box, {
          requirements: { text: 'einops\n', install: 'python3 -m pip install' },
          setup: 'true',
          setupSecrets: { PIP_INDEX_URL: ADDRESS },
          command: 'env; cat /proc/self/environ',
        });
        assert.equal(seen.queueExitCode, 0, seen.setup?.logTail);
        const index = await box.channel.exec(['cat', `${box.home}/index`]);
        assert.equal(index.stdout.trim(), ADDRESS.replace('unseen', 'seen'));
        assert.ok(!seen.cells[0]?.logTail.includes('unseen-by-anyone'));
        const held = await box.channel.exec(['grep', '-rlF', 'unseen-by-anyone', box.home, '/dev/shm']);
        assert.equal(held.stdout, '');
        assert.equal(await text(box, 'installed.txt'), 'einops==0.8.0\n');
      });
    });

    it('I6: waits for the first boot of a rented machine, and for its packages', async () => {
      await onBox(shell, async (box) => {
        fake(box, 'cloud-init', `echo "$*" >"${box.home}/waited-for"; sleep 1; : >"${box.home}/booted"`);
        // As the machine's own timer would, under the name by which it is known.
        copyFileSync('/bin/sleep', join(box.bin, 'dpkg'));
        const seen = await ended(box, {
          isRented: true,
          setup: `[ -f "${box.home}/booted" ] || exit 8
for each in /proc/[0-9]*/stat; do
  read -r line 2>/dev/null <"$each"
  case $line in *"(dpkg) Z"*) ;; *"(dpkg)"*) exit 9 ;; esac
done 2>/dev/null
exit 0`,
          hooks: { enter: [`${join(box.bin, 'dpkg')} 3 >/dev/null 2>&1 &`], leave: [] },
        });
        assert.equal(seen.setup?.exitCode, 0, seen.setup?.logTail);
        assert.match(
          seen.setup?.logTail ?? '',
          /waiting for the machine, which installs packages by itself \(dpkg\)/,
        );
        const { stdout } = await box.channel.exec(['cat', `${box.home}/waited-for`]);
        assert.equal(stdout.trim(), 'status --wait');
      });
    });

    // The `id` of busybox is its own, so that no login there can be told apart from root.
    const itTellsLogins = shell === 'busybox' ? () => {} : it;
    itTellsLogins('I6: runs package tools as root where the login has sudo', async () => {
      await onBox(shell, async (box) => {
        const note = `${box.home}/asked`;
        fake(box, 'id', 'echo 1000');
        fake(box, 'apt-get', `echo "\${BY-nobody} apt-get $*" >>"${note}"`);
        fake(box, 'sudo', '[ "$1" != -n ] || shift; [ "$1" != true ] || exit 0; BY=sudo exec "$@"');
        const seen = await ended(box, { isRented: true, setup: 'apt-get install -y tmux' });
        assert.equal(seen.setup?.exitCode, 0, seen.setup?.logTail);
        const asked = (await box.channel.exec(['cat', note])).stdout.trim();
        assert.equal(asked, 'sudo apt-get -o DPkg::Lock::Timeout=600 install -y tmux');
      });
    });

    it('I6: lets apt wait for its lock where the login is root, and takes a sudo for granted', async () => {
      await onBox(shell, async (box) => {
        const note = `${box.home}/asked`;
        fake(box, 'apt-get', `echo "apt-get $*" >>"${note}"`);
        fake(box, 'noted', `echo "$MARK $*" >>"${note}"`);
        const hasSudo = (await box.channel.exec(['sh', '-c', 'command -v sudo'])).exitCode === 0;
        const bySudo = hasSudo ? 'MARK=1 noted x' : 'sudo -n -u root MARK=1 noted x';
        const seen = await ended(box, { isRented: true, setup: `apt-get install -y tmux && ${bySudo}` });
        assert.equal(seen.setup?.exitCode, 0, seen.setup?.logTail);
        const asked = (await box.channel.exec(['cat', note])).stdout.trim().split('\n');
        assert.deepEqual(asked, ['apt-get -o DPkg::Lock::Timeout=600 install -y tmux', '1 x']);
      });
    });

    it("I6: touches none of that on a machine of somebody's own", async () => {
      await onBox(shell, async (box) => {
        fake(box, 'cloud-init', `: >"${box.home}/booted"`);
        const seen = await ended(box, {
          setup: `[ ! -f "${box.home}/booted" ] && [ ! -d "$GPU_LEASE_BASE/tools" ]`,
        });
        assert.equal(seen.setup?.exitCode, 0, seen.setup?.logTail);
      });
    });

    it('goes through the proxy of its platform, and the commands do not', async () => {
      await onBox(shell, async (box) => {
        const [turbo] = profileOf('gpushare').hooks;
        const seen = await ended(box, {
          hooks: { enter: [], leave: [], transfer: turbo?.enter ?? [] },
          vars: { GPUSHARE_TURBO_PORT: '30123' },
          setup: 'echo "by $https_proxy"',
          command: 'echo "by [$https_proxy]"',
        });
        assert.match(seen.setup?.logTail ?? '', /by http:\/\/turbo\.gpushare\.com:30123/);
        assert.match(seen.cells[0]?.logTail ?? '', /by \[\]/);
      });
    });

    it('that fails is a failed setup all the same', async () => {
      await onBox(shell, async (box) => {
        fakePython(box);
        const seen = await ended(box, { setup: 'exit 5' });
        assert.equal(seen.queueExitCode, 4);
        assert.equal(seen.setup?.exitCode, 5);
      });
    });
  });
}
