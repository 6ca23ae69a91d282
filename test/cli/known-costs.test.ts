import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withKnownCosts } from '../../src/cli/known-costs.ts';
import { machineCopiesOf } from '../../src/cli/ledger-opening.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { noLines, writeLines } from '../../src/ledger/event-lines.ts';
import { rewritten } from '../../src/ledger/git-problems.ts';
import { Problem } from '../../src/problem.ts';
import { tempDir } from '../ledger/git-fixture.ts';
import { intended, opened, rented } from '../ledger/sample-run.ts';

describe('what a run costs whose record cannot be used', () => {
  it('is told from what this machine saw of it last, also where the record was cut or deleted [faults F14]', (t) => {
    const home = tempDir(t);
    const settings = settingsOf({ given: { ledger: `${home}/ledger.git` } }, { HOME: home }, home);
    const told = [opened(), intended('tiny-1-1'), rented('tiny-1-1')];
    const { text } = writeLines(noLines, told, 'n', undefined);
    machineCopiesOf(settings).write('tiny-1', { text, metAt: 0 });
    const cut = rewritten('tiny-1', 'it has 2 events, and this machine has seen 3', undefined);
    const problem = withKnownCosts(settings, cut);
    assert.ok(
      problem instanceof Problem && problem.code === 'history-rewritten' && problem.kind === 'ledger',
    );
    assert.match(
      problem.costing.join(),
      /^tiny-1-1 on \S+: gpu [\d.]+ USD\/h.* \(as this machine saw it at /,
    );
    const other = new Problem({ code: 'no-offer', kind: 'capacity', what: 'no', next: 'wait' });
    assert.equal(withKnownCosts(settings, other), other);
  });
});
