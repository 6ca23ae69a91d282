import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../../src/clock.ts';
import type { NewEvent } from '../../src/lease/events.ts';
import { BadLine, noLines, readLines, writeLines } from '../../src/ledger/event-lines.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { macKey } from '../../src/secret/keys.ts';
import { missing } from '../requirement.ts';
import { commitFiles, git, repository, tempDir, watchedGit } from './git-fixture.ts';
import { problem } from './problem-matcher.ts';
import { approved, intended, opened, otherSecret, resolved, secret, summaryOf } from './sample-run.ts';

const run = 'tiny-1';
const ref = `refs/gpu-lease/runs/${run}`;
const opener = (dir: string, key?: string): Ledger =>
  openLedger({ kind: 'local-repo', dir }, { clock: systemClock, secret: key });
const onlooker = (dir: string): Ledger =>
  openLedger({ kind: 'local-repo', dir }, { clock: systemClock, secret: undefined, reading: 'looking' });

async function appendEach(ledger: Ledger, events: NewEvent[], to = run): Promise<string> {
  let { tip } = await ledger.read(to);
  for (const event of events) {
    const appended = await ledger.append(to, tip, { events: [event], summary: summaryOf(to) });
    assert.equal(appended.outcome, 'appended');
    tip = appended.tip;
  }
  assert.ok(tip);
  return tip;
}

const textAt = (dir: string, at = ref): string =>
  execFileSync('git', ['-C', dir, 'cat-file', 'blob', `${at}:events.jsonl`], { encoding: 'utf8' });

/** Puts `text` on top of the record as somebody who may push and has no secret would. */
const forge = (dir: string, text: string, parent: string | null = git(dir, 'rev-parse', ref)): string =>
  commitFiles(dir, ref, { 'events.jsonl': text, 'run.json': '{}' }, parent);

describe('signed record', { skip: missing('git') }, () => {
  it('is read by whoever has the secret; without it only by who looks, as not verified [security 6]', async (t) => {
    const dir = repository(t);
    await appendEach(opener(dir, secret), [opened(), intended('tiny-1-1')]);
    const withSecret = await opener(dir, secret).read(run);
    assert.equal(withSecret.trust, 'proven');
    const without = await onlooker(dir).read(run);
    assert.equal(without.trust, 'not-verified');
    await assert.rejects(
      opener(dir).read(run),
      problem('ledger', 'secret-needed', /nothing is done on its strength/),
    );
    assert.deepEqual(
      withSecret.events,
      [opened(), intended('tiny-1-1')].map((event, seq) => ({ ...event, seq })),
    );
    assert.deepEqual(without.events, withSecret.events);
    assert.doesNotMatch(JSON.stringify(withSecret.events), /"mac"|"nonce"/);
  });

  it('refuses an approval that somebody without the secret added, and names the commit', async (t) => {
    const dir = repository(t);
    await appendEach(opener(dir, secret), [opened()]);
    const forged = `${textAt(dir)}${JSON.stringify({ ...approved('tiny-1-1'), seq: 1, nonce: 'x' })}\n`;
    const commit = forge(dir, forged);
    await assert.rejects(
      opener(dir, secret).read(run),
      problem(
        'ledger',
        'unsigned',
        new RegExp(`tiny-1 is refused: event 1: .*no signature, brought by commit ${commit}`),
      ),
    );
  });

  it('refuses an approval with a made-up signature, naming the commit below later ones', async (t) => {
    const dir = repository(t);
    await appendEach(opener(dir, secret), [opened()]);
    const line = (seq: number, event: NewEvent) =>
      `${JSON.stringify({ ...event, seq, nonce: 'x', mac: 'A'.repeat(43) })}\n`;
    const first = forge(dir, `${textAt(dir)}${line(1, approved('tiny-1-1'))}`);
    forge(dir, `${textAt(dir)}${line(2, resolved('later'))}`);
    await assert.rejects(
      opener(dir, secret).read(run),
      problem('ledger', 'broken-mac', new RegExp(`event 1: .*brought by commit ${first}`)),
    );
  });

  it('refuses an approval that was truly made for another run', async (t) => {
    const dir = repository(t);
    await appendEach(opener(dir, secret), [opened(), approved('tiny-1-1')], 'tiny-2');
    forge(dir, textAt(dir, 'refs/gpu-lease/runs/tiny-2'), null);
    await assert.rejects(
      opener(dir, secret).read(run),
      problem('ledger', 'broken-mac', /tiny-1 is refused: event 0/),
    );
  });

  it('refuses the record of a run of the same name that was made in another repository with the same secret [security 14]', async (t) => {
    const at = (dir: string, name: string) =>
      openLedger(
        { kind: 'local-repo', dir },
        { clock: systemClock, secret, repository: () => ({ names: [name] }) },
      );
    const theirs = repository(t);
    await appendEach(at(theirs, 'acme/other'), [
      opened({ run, repository: { name: 'acme/other' } }),
      approved('tiny-1-1'),
    ]);
    const ours = repository(t);
    forge(ours, textAt(theirs), null);
    await assert.rejects(
      at(ours, 'acme/train').read(run),
      problem('ledger', 'foreign-record', /a record of repository acme\/other; this is acme\/train/),
    );
    // Called ours it is signed with another key.
    forge(ours, textAt(theirs).replace('acme/other', 'acme/train'), null);
    await assert.rejects(
      at(ours, 'acme/train').read(run),
      problem('ledger', 'broken-mac', /tiny-1 is refused: event 0/),
    );
  });

  it('refuses a record written with another secret', async (t) => {
    const dir = repository(t);
    await appendEach(opener(dir, secret), [opened()]);
    await assert.rejects(
      opener(dir, otherSecret).read(run),
      problem('ledger', 'broken-mac', /the secret was changed/),
    );
  });

  it('refuses a commit that takes events away, also below a later one, and names it', async (t) => {
    const dir = repository(t);
    await appendEach(opener(dir, secret), [opened(), resolved('a'), resolved('b')]);
    const full = textAt(dir);
    const [first = ''] = full.split('\n');
    const cut = forge(dir, `${first}\n`);
    const refused = problem(
      'ledger',
      'history-rewritten',
      new RegExp(`takes away events.*now at commit ${cut.slice(0, 12)}`),
    );
    await assert.rejects(opener(dir, secret).read(run), refused);
    forge(dir, full);
    await assert.rejects(opener(dir, secret).read(run), refused);
  });

  it('refuses a merge in the history of a record', async (t) => {
    const dir = repository(t);
    const tip = await appendEach(opener(dir, secret), [opened()]);
    const side = forge(dir, 'x\n', null);
    const tree = git(dir, 'rev-parse', `${tip}^{tree}`);
    const merge = git(dir, 'commit-tree', '-p', tip, '-p', side, '-m', 'merge', tree);
    git(dir, 'update-ref', ref, merge);
    await assert.rejects(
      opener(dir, secret).read(run),
      problem('ledger', 'history-rewritten', new RegExp(`merge.*${merge.slice(0, 12)}`)),
    );
  });

  it('refuses to spoil it by an unsigned event from where the secret is not set', async (t) => {
    const dir = repository(t);
    const tip = await appendEach(opener(dir, secret), [opened()]);
    const plain = onlooker(dir);
    const { tip: seen } = await plain.read(run);
    await assert.rejects(
      plain.append(run, seen, { events: [resolved('x')], summary: summaryOf(run) }),
      problem('ledger', 'secret-needed', /Set GPU_LEASE_SECRET/),
    );
    assert.equal((await opener(dir, secret).read(run)).tip, tip);
  });

  it('refuses a run whose beginning was written without the secret', async (t) => {
    const dir = repository(t);
    const tip = await appendEach(opener(dir), [opened()]);
    await assert.rejects(opener(dir, secret).read(run), problem('ledger', 'unsigned', new RegExp(tip)));
  });

  it('checks the whole history once and only what is new after that', async (t) => {
    const dir = repository(t);
    const watched = watchedGit();
    const ledger = openLedger({ kind: 'local-repo', dir }, { clock: systemClock, secret, git: watched });
    await appendEach(opener(dir, secret), [opened(), resolved('a')]);
    await ledger.read(run);
    assert.deepEqual(watched.commands(), ['cat-file', 'cat-file']);
    await appendEach(opener(dir, secret), [resolved('b')]);
    assert.equal((await ledger.read(run)).events.length, 3);
    assert.deepEqual(watched.commands().slice(2), ['cat-file']);
  });
});

describe('record that somebody put back', { skip: missing('git') }, () => {
  for (const key of [undefined, secret]) {
    const how = key ? 'signed' : 'plain';
    it(`is refused by whoever saw the later state (${how})`, async (t) => {
      const dir = repository(t);
      const ledger = opener(dir, key);
      const early = await appendEach(ledger, [opened()]);
      await appendEach(ledger, [resolved('a')]);
      git(dir, 'update-ref', ref, early);
      await assert.rejects(
        ledger.read(run),
        problem('ledger', 'history-rewritten', /no longer starts with what was there/),
      );
    });

    it(`is refused when it is gone (${how})`, async (t) => {
      const dir = repository(t);
      const ledger = opener(dir, key);
      await appendEach(ledger, [opened()]);
      git(dir, 'update-ref', '-d', ref);
      await assert.rejects(
        ledger.read(run),
        problem('ledger', 'history-rewritten', /was in .* before and is gone/),
      );
    });

    it(`is refused by a later process with the same copy of the remote (${how})`, async (t) => {
      const url = repository(t, '--bare');
      const scratchDir = tempDir(t);
      const remote = () =>
        openLedger({ kind: 'remote', url, scratchDir }, { clock: systemClock, secret: key });
      const early = await appendEach(remote(), [opened()]);
      await appendEach(remote(), [resolved('a')]);
      await remote().read(run);
      git(url, 'update-ref', ref, early);
      await assert.rejects(
        remote().read(run),
        problem('ledger', 'history-rewritten', /has 1 events, and this machine has seen 2/),
      );
      git(url, 'update-ref', '-d', ref);
      await assert.rejects(remote().read(run), problem('ledger', 'history-rewritten', /before and is gone/));
    });
  }
});

describe('lines of events', () => {
  const anEvent = fc.oneof(
    fc.string({ unit: 'binary' }).map(resolved),
    fc.string().map((lease) => intended(lease)),
    fc.constant(opened()),
    fc.string().map((lease) => approved(lease)),
  );
  const key = macKey(secret, run);
  const written = (batches: NewEvent[][]) =>
    batches.reduce((lines, batch, n) => writeLines(lines, batch, `nonce-${n}`, key), noLines);
  const batches = fc.array(fc.array(anEvent, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });

  it('read back what was written, whatever the text, and each append only extends', () => {
    fc.assert(
      fc.property(batches, (all) => {
        let lines = noLines;
        for (const [n, batch] of all.entries()) {
          const longer = writeLines(lines, batch, `nonce-${n}`, key);
          assert.ok(longer.text.startsWith(lines.text));
          assert.deepEqual(readLines(longer.text, key, lines), readLines(longer.text, key));
          lines = longer;
        }
        const expected = all.flat().map((event, seq) => ({ ...event, seq }));
        assert.deepEqual(readLines(lines.text, key).events, JSON.parse(JSON.stringify(expected)));
      }),
    );
  });

  it('show an event that was truly signed for the same place of a record that lost the race', () => {
    const won = written([[opened()], [resolved('keep')], [resolved('later')]]).text.split('\n');
    const lost = written([[opened()], [approved('tiny-1-1')]]).text.split('\n');
    assert.equal(readLines(lost.join('\n'), key).events.length, 2);
    const spliced = [won[0], lost[1], won[2], ''].join('\n');
    assert.throws(() => readLines(spliced, key), { name: 'BadLine', line: 2, fault: 'broken-mac' });
  });

  it('show every change of a byte, every line taken out, swapped or said twice', () => {
    fc.assert(
      fc.property(
        batches,
        fc.nat(),
        fc.nat(),
        fc.constantFrom('byte', 'drop', 'swap', 'twice'),
        (all, a, b, how) => {
          const { text } = written(all);
          const tampered = tamper(text, a, b, how);
          fc.pre(tampered !== text && tampered !== '');
          // Dropping from the end alone leaves a true, shorter chain: that is what the commit history is compared for.
          fc.pre(!text.startsWith(tampered));
          assert.throws(() => readLines(tampered, key), BadLine);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function tamper(text: string, a: number, b: number, how: 'byte' | 'drop' | 'swap' | 'twice'): string {
  if (how === 'byte') {
    const at = a % text.length;
    return `${text.slice(0, at)}${String.fromCharCode(32 + (b % 95))}${text.slice(at + 1)}`;
  }
  const lines = text.trimEnd().split('\n');
  const [i, j] = [a % lines.length, b % lines.length];
  const [x = '', y = ''] = [lines[i], lines[j]];
  if (how === 'drop') lines.splice(i, 1);
  if (how === 'twice') lines.splice(j, 0, x);
  if (how === 'swap') {
    lines[i] = y;
    lines[j] = x;
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
