import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { layLogEnds } from '../../src/collect/log-ends.ts';

it('the ends of logs are laid down from the begin of a line on, the newest attempts first, until there are enough', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gl-ends-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const evidence = join(dir, 'store', 'tiny-7', '+evidence');
  mkdirSync(evidence, { recursive: true });
  const line = `${'x'.repeat(99)}\n`;
  for (let attempt = 1; attempt <= 12; attempt += 1)
    writeFileSync(
      join(evidence, `main.${attempt}.log`),
      `${line.repeat(2000)}attempt ${attempt} ends here\n`,
    );
  writeFileSync(join(evidence, 'verdicts.json'), '{}');
  const out = join(dir, 'out');
  const count = await layLogEnds(join(dir, 'store'), ['tiny-7', 'never-seen'], out);
  assert.equal(count, 8, 'of 64 kB each, 512 kB together');
  const newest = readFileSync(join(out, 'tiny-7', 'main.12.log'), 'utf8');
  assert.ok(newest.length <= 64 * 1024 && newest.length > 63 * 1024);
  assert.ok(newest.startsWith(line) && newest.endsWith('attempt 12 ends here\n'));
  assert.equal(existsSync(join(out, 'tiny-7', 'main.4.log')), false);
  assert.equal(existsSync(join(out, 'tiny-7', 'verdicts.json')), false);
});
