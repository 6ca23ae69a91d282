import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { RunStore } from '../../src/collect/store.ts';
import { problem } from '../ledger/problem-matcher.ts';

/** A file system of its own, or why there is none. */
function smallDisk(options: string): { dir: string; down: () => void } | string {
  const dir = mkdtempSync(join(tmpdir(), 'gl-full-'));
  const down = () => rmSync(dir, { recursive: true, force: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    down();
    return 'needs the right to mount a tmpfs';
  }
  return {
    dir,
    down: () => {
      execFileSync('umount', ['-l', dir]);
      down();
    },
  };
}

const CASES = [
  { what: 'inodes', options: 'size=1m,nr_inodes=12', words: /none of 12 inodes is free/ },
  { what: 'bytes', options: 'size=64k', words: /a write was refused \(ENOSPC\): 0 bytes are free/ },
] as const;

const canMount = (() => {
  const disk = smallDisk('size=64k');
  if (typeof disk === 'string') return disk;
  disk.down();
  return false as const;
})();

for (const { what, options, words } of CASES) {
  describe(`a disk of ours without ${what}`, { skip: canMount }, () => {
    let disk: Exclude<ReturnType<typeof smallDisk>, string>;
    before(() => {
      disk = smallDisk(options) as typeof disk;
    });
    after(() => disk?.down());

    it('is named as that while sealing, and nothing half-written has a name of ours [faults F14]', async () => {
      const store = new RunStore(disk.dir, 'tiny-1');
      mkdirSync(join(store.root, '+evidence'), { recursive: true });
      if (what === 'bytes')
        writeUntilFull((n) => writeFileSync(join(disk.dir, 'fill'), Buffer.alloc(n * 4096)));
      else writeUntilFull((n) => writeFileSync(join(disk.dir, `fill-${n}`), ''));
      await assert.rejects(store.writeManifest([]), problem('failed', 'disk-full-here', words));
      assert.equal(existsSync(join(store.root, '+evidence', 'manifest.json')), false);
      for (const name of readdirSync(disk.dir)) if (name.startsWith('fill')) rmSync(join(disk.dir, name));
      await store.writeManifest([]);
      assert.equal(existsSync(join(store.root, '+evidence', 'manifest.json')), true);
    });
  });
}

function writeUntilFull(write: (n: number) => void): void {
  for (let n = 1; n < 1000; n++) {
    try {
      write(n);
    } catch {
      return;
    }
  }
}
