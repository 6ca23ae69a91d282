import { systemClock } from '../../src/clock.ts';
import { decideAndAppend } from '../../src/ledger/append.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import type { LedgerLocation } from '../../src/ledger/location.ts';
import { resolved, summaryOf } from './sample-run.ts';

/** One of many processes that append to one run: `child-appender.ts <location as JSON> <name> <count>`. */
const [where, name, count] = process.argv.slice(2);
const ledger = openLedger(JSON.parse(where ?? '') as LedgerLocation, { clock: systemClock });
for (let n = 0; n < Number(count); n++) {
  const how = `${name}:${n}`;
  await decideAndAppend(
    ledger,
    'busy-1',
    // As a stage does: what stands in the record decides. After a kill the same worker goes on where it was.
    ({ events }) =>
      events.some((event) => event.type === 'resolved' && event.how === how)
        ? null
        : { events: [resolved(how)], summary: summaryOf('busy-1') },
    { clock: systemClock, contendedSeconds: 240 },
  );
}
