// Over a minute: some fifty libraries write what they write by default, and all of it is verified.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { type DamagedFile, damagedInEveryWay, damageTable, MOST_BYTES, mayBeMissed } from './damaged.ts';
import { type DamagedFolder, damagedFolders, folderTable, MOST_FOLDER_BYTES } from './damaged-folder.ts';
import { type Judged, judgeMember, type Member, makeZoo, membersOf, tableOf } from './zoo.ts';

const MINUTES = 60_000;
/** A healthy file that nobody can read is no alarm, and still of no use to anybody. */
const MOST_INCONCLUSIVE = 0.05;

const [SEED, SEED_BEFORE] = [7, 6];

describe('a zoo of healthy outputs, made by the frameworks themselves', {
  skip: missing('zoo'),
  timeout: 60 * MINUTES,
}, () => {
  let place: string;
  let members: Member[];
  /** What a run before left under the same names. */
  const older = ({ kind, name }: Member, file = '') => join(place, 'older', kind, name, file);

  before(async () => {
    place = mkdtempSync(join(tmpdir(), 'gl-zoo-'));
    const [now, was] = [join(place, 'now'), join(place, 'older')];
    const [lines] = await Promise.all([makeZoo(now, SEED), makeZoo(was, SEED_BEFORE)]);
    for (const { maker, absent, failed } of lines)
      if (absent !== undefined || failed !== undefined)
        console.log(`show: not in the zoo: ${maker}: ${failed ?? `needs ${absent?.join(', ')}`}`);
    members = membersOf(now, lines);
  });
  after(() => rmSync(place, { recursive: true, force: true }));

  it('none of at least 150 files and 40 folders fails, and at most one in twenty is inconclusive', async () => {
    const judged: Judged[] = [];
    for (const member of members) judged.push(...(await judgeMember(member)));
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
  });

  it('damage to a file is seen where its format carries a checksum, and always by a manifest', async () => {
    const damaged: DamagedFile[] = [];
    const leftOut: string[] = [];
    for (const member of members.filter(({ kind }) => kind === 'files'))
      for (const entry of readdirSync(member.path, { withFileTypes: true }).filter((each) => each.isFile())) {
        const [name, path] = [`${member.name}/${entry.name}`, join(member.path, entry.name)];
        const found = await damagedInEveryWay(name, path, older(member, entry.name));
        if (found === undefined) leftOut.push(name);
        else damaged.push(found);
      }
    console.log(damageTable(damaged));
    console.log(tooLarge(leftOut, MOST_BYTES));
    assert.ok(damaged.length >= 150, `${damaged.length} files`);
    assert.deepEqual(missedOf(damaged), []);
  });

  it('damage to one file of a folder is seen by a manifest', async () => {
    const damaged: DamagedFolder[] = [];
    const leftOut: string[] = [];
    for (const member of members.filter(({ kind }) => kind === 'folder')) {
      const work = join(place, 'damaged', member.name);
      mkdirSync(work, { recursive: true });
      const before = existsSync(older(member)) ? older(member) : undefined;
      const found = await damagedFolders(member.path, before, work);
      if (found.length === 0) leftOut.push(member.name);
      damaged.push(...found);
      rmSync(work, { recursive: true, force: true });
    }
    console.log(folderTable(damaged));
    console.log(tooLarge(leftOut, MOST_FOLDER_BYTES));
    assert.ok(new Set(damaged.map(({ folder }) => folder)).size >= 40);
    const missed = damaged.filter(({ isSeenWithManifest }) => !isSeenWithManifest);
    assert.deepEqual(missed, []);
  });
});

/** The largest are too large to be copied and read some dozen times. */
const tooLarge = (names: readonly string[], mostBytes: number): string =>
  `show: not damaged, empty or larger than ${mostBytes / 1e6} MB: ${names.length}${names.length > 0 ? ` (${names.join(', ')})` : ''}`;

/** What should have been seen. */
const missedOf = (damaged: readonly DamagedFile[]): string[] =>
  damaged.flatMap(({ name, isChecksummed, missed, missedWithDigest }) => [
    ...missedWithDigest.map((damage) => `${name}: ${damage}, with its digest`),
    ...missed
      .filter((damage) => isChecksummed && !mayBeMissed(name, damage))
      .map((damage) => `${name}: ${damage}`),
  ]);
