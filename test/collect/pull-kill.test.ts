import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { bundledProgram } from '../bundled-program.ts';
import { fill, folders, hashes, tree } from './box-folder.ts';

const MIB = 1024 * 1024;

/** Bytes really on disk, by blocks: a hole does not count. */
const bytesOnDisk = (dirs: string[]): number =>
  dirs
    .flatMap((dir) => {
      try {
        return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) =>
          statSync(join(dir, name)),
        );
      } catch {
        return [];
      }
    })
    .filter((stats) => stats.isFile())
    .reduce((sum, stats) => sum + stats.blocks * 512, 0);

const program = bundledProgram(join(import.meta.dirname, 'pull-process.ts'));

interface Life {
  killed: boolean;
  movedBytes: number;
}

/** One pull as a process of its own, killed with SIGKILL once it has moved so many bytes. */
function oneLife(request: object, killAfterBytes: number): Promise<Life> {
  const child = spawn(process.execPath, [program, JSON.stringify(request)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let movedBytes = 0;
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) movedBytes = Math.max(movedBytes, Number(line));
    if (movedBytes >= killAfterBytes) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve({ killed: signal === 'SIGKILL', movedBytes });
      else reject(new Error(`the pull ended with ${code ?? signal}`));
    });
  });
}

it('continues after SIGKILL at any point: bytes on disk only grow, and each is moved about once [P1-10]', async () => {
  const { base, remoteDir, intoDir } = folders();
  const small = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`small/${i}.txt`, 5000]));
  const entries = fill(remoteDir, { 'a.bin': 60 * MIB, 'b.bin': 30 * MIB, 'c.bin': 3 * MIB, ...small });
  const total = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const dirs = [intoDir, join(base, 'here+partial')];
  let moved = 0;
  let kills = 0;
  for (let held = 0; ; ) {
    // Never the same place twice: between 1 and 40 MB of work into this life.
    const life = await oneLife(
      { remoteDir, entries, intoDir },
      kills < 6 ? (1 + Math.random() * 29) * 1e6 : Infinity,
    );
    moved += life.movedBytes;
    if (!life.killed) break;
    kills++;
    const now = bytesOnDisk(dirs);
    assert.ok(now >= held - 64 * 1024, `${held} bytes were here, ${now} are`);
    held = now;
  }
  assert.deepEqual(tree(intoDir), hashes(entries));
  // A record is due every 16 MiB a file, so that much and what was in flight may be moved again by each kill.
  assert.ok(moved <= total + kills * 40 * MIB, `${moved} bytes were moved for ${total} in ${kills} kills`);
  assert.ok(kills >= 3, `${kills} kills`);
});
