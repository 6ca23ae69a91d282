// Over a minute: some fifty libraries write what they write by default, and all of it is verified.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { type DamagedFile, damagedInEveryWay, damageTable, mayBeMissed } from './damaged.ts';
import { type Judged, judgeMember, type Member, makeZoo, membersOf, tableOf } from './zoo.ts';

const MINUTES = 60_000;
/** A healthy file that nobody can read is no alarm, and still of no use to anybody. */
const MOST_INCONCLUSIVE = 0.05;

describe('a zoo of healthy outputs, made by the frameworks themselves', {
  skip: missing('zoo'),
  timeout: 40 * MINUTES,
}, () => {
  it('none of at least 150 files and 40 folders fails, at most one in twenty is inconclusive, and damage to them is seen', async (t) => {
    const out = mkdtempSync(join(tmpdir(), 'gl-zoo-'));
    t.after(() => rmSync(out, { recursive: true, force: true }));
    const lines = await makeZoo(out);
    for (const { maker, absent, failed } of lines)
      if (absent !== undefined || failed !== undefined)
        console.log(`show: not in the zoo: ${maker}: ${failed ?? `needs ${absent?.join(', ')}`}`);
    const judged: Judged[] = [];
    for (const member of membersOf(out, lines)) judged.push(...(await judgeMember(member)));
    console.log(tableOf(judged));
    const count = (kind: Judged['kind']) => judged.filter((each) => each.kind === kind).length;
    const named = (verdict: Judged['verdict']) =>
      judged.filter((each) => each.verdict === verdict).map(({ name }) => name);
    assert.deepEqual(named('fail'), []);
    assert.ok(count('files') >= 150, `${count('files')} files`);
    assert.ok(count('folder') >= 40, `${count('folder')} folders`);
    assert.ok(
      named('inconclusive').length <= judged.length * MOST_INCONCLUSIVE,
      named('inconclusive').join(),
    );
    assert.deepEqual(await missedIn(membersOf(out, lines)), []);
  });
});

/** Damages the files of the zoo, prints what is seen of it, and gives what should have been. */
async function missedIn(members: readonly Member[]): Promise<string[]> {
  const damaged: DamagedFile[] = [];
  for (const { name, path } of members.filter(({ kind }) => kind === 'files'))
    for (const entry of readdirSync(path, { withFileTypes: true }).filter((each) => each.isFile())) {
      const found = await damagedInEveryWay(`${name}/${entry.name}`, join(path, entry.name));
      if (found !== undefined) damaged.push(found);
    }
  assert.ok(damaged.length >= 150, `${damaged.length} files`);
  console.log(damageTable(damaged));
  return damaged.flatMap(({ name, isChecksummed, missed, missedWithDigest }) => [
    ...missedWithDigest.map((damage) => `${name}: ${damage}, with its digest`),
    ...missed
      .filter((damage) => isChecksummed && !mayBeMissed(name, damage))
      .map((damage) => `${name}: ${damage}`),
  ]);
}
