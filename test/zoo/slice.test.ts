// Over ten seconds: what a plain machine's PyTorch and Python write is judged and damaged, as the whole zoo is by `npm run test:long zoo`.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { partInTurn } from '../in-turn.ts';
import { type Row, readBeside } from '../long/own-readers.ts';
import { missing } from '../requirement.ts';
import { type DamagedFile, damagedInEveryWay, damageTable, mayBeMissed } from './damaged.ts';
import { type Family, type Judged, judgeMember, type Member, makeZoo, membersOf, tableOf } from './zoo.ts';

/** Of Debian, which has PyTorch and NumPy and no other framework. */
const python = '/usr/bin/python3';

const FAMILIES: readonly Family[] = [
  { family: 'texts', python },
  { family: 'plain_values', python, words: ['numpy', 'pickles'] },
  {
    family: 'torch_files',
    python,
    words: ['random-states', 'observers', 'torch-quantized', 'torch-programs', 'rank-files', 'nanogpt-out'],
  },
];

const fixtures = join(import.meta.dirname, '..', 'verify', 'fixtures');

/** Each reads some hundred copies and more. PyTorch 1.13 knows one way to read a file without running what is in it. */
const READ: readonly Row[] = [
  { kind: 'npy', file: 'numpy/np1-f32.npy', python, stride: 1 },
  { kind: 'npy', file: 'numpy/np1-records.npy', python, stride: 1 },
  { kind: 'torch_legacy', file: 'torch/zip-crc-off.pt', python, stride: 53 },
];

describe("a slice of the zoo: what Debian's PyTorch and Python write", { skip: missing('torch') }, () => {
  let place: string;
  let members: Member[];
  before(async () => {
    place = mkdtempSync(join(tmpdir(), 'gl-zoo-'));
    const lines = await makeZoo(join(place, 'now'), 7, FAMILIES);
    assert.deepEqual(
      lines.filter(({ failed, absent }) => failed !== undefined || absent !== undefined),
      [],
    );
    await makeZoo(join(place, 'older'), 6, FAMILIES);
    members = membersOf(join(place, 'now'), lines);
  });
  after(() => rmSync(place, { recursive: true, force: true }));

  it('[issue 16] none of it fails or cannot be read', async () => {
    const judged: Judged[] = [];
    for (const member of members) judged.push(...(await judgeMember(member)));
    const bad = judged.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
    assert.deepEqual(bad, [], tableOf(judged));
    assert.ok(judged.length >= 100, `${judged.length}`);
  });

  it('[issue 16] damage to it is seen where its format carries a checksum, and always by a manifest', async () => {
    const files = members
      .filter(({ kind }) => kind === 'files')
      .flatMap(({ name, path }) => readdirSync(path).map((file) => ({ name, file, path: join(path, file) })));
    const damaged: DamagedFile[] = [];
    for (const { name, file, path } of partInTurn('files of the zoo', files, 3, ({ file: each }) => each)) {
      const found = await damagedInEveryWay(
        `${name}/${file}`,
        path,
        join(place, 'older', 'files', name, file),
      );
      if (found !== undefined) damaged.push(found);
    }
    console.log(damageTable(damaged));
    assert.ok(damaged.length >= 25, `${damaged.length} files`);
    for (const { name, isChecksummed, missed, missedWithDigest } of damaged) {
      assert.deepEqual(missedWithDigest, [], name);
      if (isChecksummed)
        assert.deepEqual(
          missed.filter((damage) => !mayBeMissed(name, damage)),
          [],
          name,
        );
    }
  });

  for (const row of READ)
    it(`[issue 16] what we take of its damaged copies is read by its library: ${row.file}`, async () => {
      const { wrong, unseen } = await readBeside(row, join(fixtures, row.file));
      assert.deepEqual({ wrong, unseen }, { wrong: [], unseen: [] });
    });
});
