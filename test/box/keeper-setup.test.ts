import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
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
