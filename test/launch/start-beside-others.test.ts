import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { audit } from '../../src/box/audit.ts';
import { probe } from '../../src/box/keeper.ts';
import { setsid } from '../../src/launch/setsid.ts';
import { alive, onBox, started } from '../box/keeper-run.ts';
import { SHELLS, type ShellBox } from '../box/shell-channel.ts';
import { missing } from '../requirement.ts';

const SRC = join(import.meta.dirname, '../../src');

/** As in a container: the card's memory is held, and the tool lists no process that holds it. */
async function heldCard(box: ShellBox): Promise<void> {
  const smi = `#!/bin/sh
case "$*" in
  *compute-apps*) ;;
  *memory.total*) echo "0, NVIDIA L40S, 46068, 9000, 00000000:3B:00.0, 550.1" ;;
  *utilization.gpu*) echo "0, 0, 40, 345, 1980, 60" ;;
esac
`;
  await writeFile(join(box.bin, 'nvidia-smi'), smi, { mode: 0o755 });
}

/** Somebody else's training, with a command line like ours. */
async function bystander(box: ShellBox, command: string): Promise<number> {
  const script = `${command} >/dev/null 2>&1 </dev/null & echo $!`;
  return Number((await box.channel.exec(['sh', '-c', script])).stdout);
}

describe('a process that is not ours', () => {
  for (const shell of SHELLS) {
    it(`outlives audit, start, looks and the end of a run, though it holds the card and is called like ours: ${shell} [D-05] [P5-18] [U11] [eval 24]`, {
      skip: missing(shell),
    }, async () => {
      await onBox(shell, async (box) => {
        await heldCard(box);
        const holder = await bystander(box, 'sleep 1007');
        const namesake = await bystander(box, "sh -c 'sleep 1008; : keeper tiny-7 main train'");
        const report = await audit(box.channel, { gpu: { names: ['L40S'], count: 1 } });
        const held = report.findings.filter((each) => each.id === 'U11');
        assert.deepEqual(
          held.map((each) => each.level),
          ['warn'],
          'it is reported, for a person to decide',
        );
        const dir = await started(box, { command: 'exec sleep 1009' });
        await probe(box.channel, dir);
        await setsid.signal(box.channel, dir, 1);
        assert.equal((await probe(box.channel, dir)).queue, 'ended');
        assert.equal(await alive(holder), true);
        assert.equal(await alive(namesake), true);
      });
    });
  }

  it('cannot be ended by name or by the card it holds: no part of the program can [D-05] [X5] [P3-04] [U4]', () => {
    const byName = /\b(?:pkill|killall|fuser\s+-k|--gpu-reset|kill\s+-\S+\s+-1\b)/;
    for (const file of readdirSync(SRC, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:ts|sh)$/.test(file)) continue;
      const lines = readFileSync(join(SRC, file), 'utf8').split('\n');
      for (const [index, line] of lines.entries())
        assert.doesNotMatch(line, byName, `src/${file}:${index + 1}`);
    }
  });
});
