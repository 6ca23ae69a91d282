import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { knownPlatforms } from '../../src/cli/known-platforms.ts';
import type { BoundJob } from '../../src/course/bound-job.ts';
import { openRun, runIdOf } from '../../src/course/open-run.ts';
import { parseJob } from '../../src/job/load.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { stamped } from '../../src/ledger/append-to-run.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { audited, cellEnded, intended, RUN, reachable, rented, started } from '../lease/told-run.ts';
import { ScriptedClock } from '../scripted-world.ts';

const FILE = join(repositoryRoot, 'examples', 'tiny', 'gpu-lease.yml');

/** A job file of that configuration; all of them say `name: tiny`. */
function bound(configHash: string): BoundJob {
  const { job } = parseJob(readFileSync(FILE, 'utf8'), FILE, knownPlatforms());
  const code = { commit: 'c'.repeat(40), hash: 'd'.repeat(64), dirty: false } as BoundJob['code'];
  return { job, code, requirements: undefined, configHash, dir: '/nowhere' };
}

const ONE = bound('1'.repeat(64));
const OTHER = bound('2'.repeat(64));
const opening = {
  env: { GITHUB_RUN_ID: '7', GITHUB_REPOSITORY: 'ada/engine' },
  cwd: '/nowhere',
  clock: new ScriptedClock(),
  who: 'test',
  named: undefined,
};

/** A ledger in which somebody else opens a run between this one's look and its append. */
function overtaken(ledger: Ledger, by: BoundJob): Ledger {
  const append: Ledger['append'] = async (run, tip, draft) => {
    await openRun(opening, ledger, by);
    return ledger.append(run, tip, draft);
  };
  return new Proxy(ledger, {
    get: (target, key) => {
      if (key === 'append') return append;
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The same beside a part of a sweep, which nobody has to read. */
function withParts(ledger: MemoryLedger): Ledger {
  const read: Ledger['read'] = (id) =>
    id === 'tiny-part' ? assert.fail('a part was read') : ledger.read(id);
  const list: Ledger['list'] = async (asked) => {
    const [first, ...more] = await ledger.list(asked);
    assert.ok(first);
    return [{ ...first, run: 'tiny-part', sweep: { id: 'tiny-s', part: 1, of: 9 } }, first, ...more];
  };
  return { read, list } as Ledger;
}

describe('a run that two jobs of one workflow run open', () => {
  it('is one where they have the same job, however their appends meet', async () => {
    const run = await openRun(opening, overtaken(new MemoryLedger(), ONE), ONE);
    assert.equal(run.id, 'tiny-7');
    assert.equal(run.opened?.configHash, ONE.configHash);
  });

  it('is refused to the later one where their job files share only a name [GH-04]', async () => {
    const ledger = new MemoryLedger();
    await openRun(opening, ledger, ONE);
    await assert.rejects(openRun(opening, ledger, OTHER), /both say "name: tiny"/);
  });

  it('is refused to the one whose append came second, too [GH-04]', async () => {
    const ledger = new MemoryLedger();
    await assert.rejects(openRun(opening, overtaken(ledger, ONE), OTHER), /both say "name: tiny"/);
    const { events } = await ledger.read('tiny-7');
    assert.equal(events.filter(({ type }) => type === 'run-opened').length, 1);
  });
});

describe('the run that a command at a terminal means', () => {
  it('is the one that a person has bound to this configuration, under the name that it has', async () => {
    const ledger = new MemoryLedger();
    const atTerminal = { ...opening, env: {} };
    const first = await openRun({ ...atTerminal, named: RUN }, ledger, ONE);
    const append = async (body: EventBody): Promise<void> => {
      const record = await ledger.read(RUN);
      const draft = stamped(record, RUN, [body], { now: atTerminal.clock.now(), who: 'ada' });
      await ledger.append(RUN, record.tip, draft);
    };
    const [cell = ''] = ONE.job.cells.map(({ name }) => name);
    const begun = started({ configHash: ONE.configHash });
    const held: EventBody[] = [
      { type: 'smoke-waived' },
      intended(),
      rented(),
      reachable(),
      audited(),
      begun,
      cellEnded('dead', cell),
    ];
    for (const body of held) await append(body);
    const { job, code, configHash } = OTHER;
    assert.notEqual(await runIdOf(atTerminal, ledger, OTHER), first.id, 'nobody has bound it yet');
    await append({
      ...{ type: 'bound-anew', person: 'ada', configHash, commit: 'e'.repeat(40), codeHash: code.hash },
      ...{ dirty: false, cells: job.cells.map(({ name }) => name), budget: job.budget },
      ...{ retryMax: 1, resumes: true, document: job },
    });
    assert.equal(await runIdOf(atTerminal, withParts(ledger), OTHER), first.id);
    assert.notEqual(await runIdOf(atTerminal, ledger, bound('3'.repeat(64))), first.id);
  });
});
