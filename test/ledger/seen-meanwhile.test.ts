import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import { type Git, systemGit } from '../../src/ledger/git-process.ts';
import { machineCopies } from '../../src/ledger/machine-copies.ts';
import { missing } from '../requirement.ts';
import { repository, tempDir } from './git-fixture.ts';
import { intended, opened, summaryOf } from './sample-run.ts';

const RUN = 'tiny-1';

describe('a record that is written on while it is read', { skip: missing('git') }, () => {
  for (const { way, by } of [
    { way: 'read', by: 'another process of this machine' },
    { way: 'readOpen', by: 'another process of this machine' },
    // A tick looks at several runs at once, and who wants the box of another one reads its record.
    { way: 'read', by: 'this very process' },
    { way: 'readOpen', by: 'this very process' },
  ] as const)
    it(`is not taken for one that was put back (${way}, by ${by})`, async (t) => {
      const dir = repository(t);
      const copies = tempDir(t);
      const ledgerOf = (git: Git) =>
        openLedger(
          { kind: 'local-repo', dir },
          { clock: systemClock, secret: undefined, git, copies: machineCopies(copies) },
        );
      const other = ledgerOf(systemGit(process.env));
      const first = await other.append(RUN, null, { events: [opened()], summary: summaryOf(RUN) });
      assert.ok(first.outcome === 'appended');
      const { tip } = first;

      // The other one writes and remembers it just after the first has read what stood there.
      let isWritten = false;
      const inner = systemGit(process.env);
      async function* after(answers: AsyncIterable<Buffer>) {
        for await (const answer of answers) {
          if (!isWritten && answer.includes('"run-opened"')) {
            isWritten = true;
            const writer = by === 'this very process' ? reader : other;
            const next = await writer.append(RUN, tip, {
              events: [intended('tiny-1-1')],
              summary: summaryOf(RUN),
            });
            assert.equal(next.outcome, 'appended');
          }
          yield answer;
        }
      }
      const slow: Git = {
        run: (call) => inner.run(call),
        open(call) {
          const { stdin, stdout, close } = inner.open(call);
          return { stdin, stdout: Readable.from(after(stdout)), close };
        },
      };
      const reader = ledgerOf(slow);
      const record = way === 'read' ? await reader.read(RUN) : (await reader.readOpen()).get(RUN);
      assert.ok(isWritten, 'the other one wrote in between');
      assert.ok(record && 'events' in record, String(record));
    });
});
