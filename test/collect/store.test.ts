import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type SealInput, seal, type VerdictRow } from '../../src/collect/seal.ts';
import { RunStore } from '../../src/collect/store.ts';
import { fill, folders } from './box-folder.ts';

/** A store with two artifacts of one cell, and what seals them. */
function sealable(run = 'tiny-1') {
  const { base } = folders();
  const store = new RunStore(base, run);
  const files = fill(store.cellDir('main'), { 'best.pt': 'weights', 'logs/run.txt': 'text' });
  const manifest = files.map((file) => ({ ...file, cell: 'main' }));
  const roster = ['best.pt', 'logs/*.txt'].map((path) => ({
    cell: 'main',
    path,
    role: 'opaque' as const,
    keep: 'evidence' as const,
    min: 1,
    contains: [],
    allowDegraded: false,
    requiredLevel: 'L1' as const,
  }));
  const verdicts: VerdictRow[] = manifest.map((file) => ({
    ...file,
    role: 'opaque',
    verdict: 'pass',
    level: 'L1',
    reasons: [],
  }));
  const input: SealInput = { run, roster, manifest, verdicts, place: store.root };
  const sealing = seal(input);
  assert.ok(sealing.sealed);
  return { base, store, input, sealing };
}

describe('store of a run', () => {
  it('keeps each run apart by its id [D-16]', () => {
    const one = new RunStore('/store', 'run-1');
    const two = new RunStore('/store', 'run-2');
    assert.equal(one.cellDir('main'), '/store/run-1/main');
    assert.notEqual(one.cellDir('main'), two.cellDir('main'));
  });

  for (const name of ['', '.', '..', '../x', 'a/b', 'a+b', 'a\nb', '+evidence']) {
    it(`refuses ${JSON.stringify(name)} as the name of a run or a cell`, () => {
      assert.throws(() => new RunStore('/store', name), RangeError);
      assert.throws(() => new RunStore('/store', 'run').cellDir(name), RangeError);
    });
  }

  it('finds what lacks and what is too much, with no exemption for .tmp, dot files or links [D-08] [D-09] [P5-02]', () => {
    const { store } = sealable();
    const paths = ['best.pt', 'logs/run.txt'];
    assert.deepEqual(store.exactRoster('main', paths), {
      exact: true,
      missing: [],
      unexpected: [],
      notPlain: [],
    });
    fill(store.cellDir('main'), { 'x.tmp': '', '.hidden': '', 'logs/deep/y': '' });
    rmSync(join(store.cellDir('main'), 'best.pt'));
    symlinkSync('/etc', join(store.cellDir('main'), 'best.pt'));
    symlinkSync('/etc', join(store.cellDir('main'), 'linked-dir'));
    assert.deepEqual(store.exactRoster('main', [...paths, 'never']), {
      exact: false,
      missing: ['never'],
      unexpected: ['.hidden', 'logs/deep/y', 'x.tmp'],
      notPlain: ['best.pt', 'linked-dir'],
    });
  });

  it('takes a cell that is a link to somewhere for absent', () => {
    const { base, store } = sealable();
    rmSync(store.cellDir('main'), { recursive: true });
    mkdirSync(join(base, 'else'));
    writeFileSync(join(base, 'else', 'best.pt'), 'weights');
    symlinkSync(join(base, 'else'), store.cellDir('main'));
    assert.deepEqual(store.exactRoster('main', ['best.pt']).missing, ['best.pt']);
  });

  it('writes the seal with its evidence, once; the same again is fine [XC-08]', async () => {
    const { store, input, sealing } = sealable();
    await store.writeSeal(input, sealing);
    await store.writeSeal(input, sealing);
    assert.equal(store.readSeal()?.seal, sealing.seal);
    assert.deepEqual(readdirSync(join(store.root, '+evidence')).sort(), [
      'manifest.json',
      'seal.json',
      'verdicts.json',
    ]);
    assert.deepEqual(await store.readVerdicts(), input.verdicts);
    const other = seal({ ...input, place: 'elsewhere' });
    assert.ok(other.sealed);
    await assert.rejects(store.writeSeal(input, other), { code: 'sealed' });
    await assert.rejects(store.writeManifest([]), { code: 'sealed' });
    await assert.rejects(store.writeVerdicts([]), { code: 'sealed' });
    await assert.rejects(store.quarantine('main', 'best.pt', '1', 'late'), { code: 'sealed' });
    assert.throws(() => store.requireUnsealed(), { code: 'sealed' });
  });

  it('says of every artifact what became of it since the seal [D-06]', async () => {
    const { store, input, sealing } = sealable();
    await store.writeSeal(input, sealing);
    assert.deepEqual(await store.checkSeal(), { seal: sealing.seal, problems: [] });
    writeFileSync(join(store.cellDir('main'), 'best.pt'), 'weightz');
    rmSync(join(store.cellDir('main'), 'logs', 'run.txt'));
    symlinkSync('/etc/hostname', join(store.cellDir('main'), 'logs', 'run.txt'));
    assert.deepEqual((await store.checkSeal()).problems, [
      { path: 'main/best.pt', problem: 'changed' },
      { path: 'main/logs/run.txt', problem: 'missing' },
    ]);
  });

  it('has no seal that matches when there is none or it cannot be read', async () => {
    const { store, input, sealing } = sealable();
    assert.deepEqual(await store.checkSeal(), { seal: 'none', problems: [] });
    await store.writeSeal(input, sealing);
    writeFileSync(join(store.root, '+evidence', 'seal.json'), '{"seal":');
    assert.equal((await store.checkSeal()).seal, 'unreadable');
    assert.throws(() => store.requireUnsealed(), { code: 'sealed' });
  });

  it('puts a broken seal aside with the reason, so that nothing takes it for proof [D-06]', async () => {
    const { store, input, sealing } = sealable();
    await store.writeSeal(input, sealing);
    await store.breakSeal('best.pt changed');
    assert.equal(store.readSeal(), undefined);
    const [name] = readdirSync(join(store.root, '+quarantine'));
    const aside = JSON.parse(readFileSync(join(store.root, '+quarantine', name ?? ''), 'utf8'));
    assert.deepEqual([aside.seal, aside.broken], [sealing.seal, 'best.pt changed']);
    await store.writeSeal(input, sealing);
    assert.equal(store.readSeal()?.seal, sealing.seal);
  });

  it('moves a rejected file to quarantine with its reason [XC-08]', async () => {
    const { store } = sealable();
    const aside = await store.quarantine('main', 'logs/run.txt', 'attempt-2', 'does not parse');
    assert.ok(!existsSync(join(store.cellDir('main'), 'logs', 'run.txt')));
    assert.equal(readFileSync(aside, 'utf8'), 'text');
    assert.equal(JSON.parse(readFileSync(`${aside}.reason.json`, 'utf8')).reason, 'does not parse');
    fill(store.cellDir('main'), { 'logs/run.txt': 'second' });
    const second = await store.quarantine('main', 'logs/run.txt', 'attempt-2', 'again');
    assert.deepEqual([readFileSync(aside, 'utf8'), readFileSync(second, 'utf8')], ['text', 'second']);
    await assert.rejects(store.quarantine('main', '../../x', 'attempt-2', ''), RangeError);
  });
});
