import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { TICK_CRON } from '../../src/github/caller-files.ts';
import { cronFault } from '../../src/github/doctor/cron-line.ts';
import { missing, workflowTool } from '../requirement.ts';

/** What GitHub's page gives as examples, and what is like them. */
const GOOD = [
  TICK_CRON,
  '30 5 * * 1,3',
  '15 4,5 * * *',
  '20/15 * * * *',
  '30 4-6 * * *',
  '0 0 1 JAN-JUN MON',
  '0 0 1 jan sun',
  '*/10 0-23/2 31 12 6',
  '0 0 ? * MON',
];

const BAD: readonly { text: string; why: RegExp; meant?: string }[] = [
  { text: '*/30 * * *', why: /has 4 fields, and there are five/, meant: '*/30 * * * *' },
  { text: '0 */30 * * * *', why: /has 6 fields/, meant: '*/30 * * * *' },
  { text: '@daily', why: /is a word that GitHub does not take/, meant: '17 5 * * *' },
  { text: '@reboot', why: /is a word/ },
  { text: '0 24 * * *', why: /has "24" for the hour, which is 0 to 23/ },
  { text: '60 * * * *', why: /has "60" for the minute, which is 0 to 59/ },
  { text: '0 0 0 * *', why: /has "0" for the day of the month, which is 1 to 31/ },
  { text: '0 0 * 13 *', why: /has "13" for the month/ },
  { text: '0 0 * * 7', why: /has "7" for the day of the week/, meant: '0 0 * * 0' },
  { text: '*/0 * * * *', why: /has "\*\/0" for the minute/ },
  { text: '30-10 * * * *', why: /has "30-10" for the minute/ },
  { text: '7.37 * * * *', why: /has "7.37" for the minute/ },
  { text: '', why: /has 1 field, and/ },
];

describe('the schedule of a workflow', () => {
  for (const text of GOOD)
    it(`"${text}" is one`, () => {
      assert.equal(cronFault(text), undefined);
    });

  for (const { text, why, meant } of BAD)
    it(`"${text}" is none${meant === undefined ? '' : `, and means ${meant}`}`, () => {
      const fault = cronFault(text);
      assert.match(fault?.why ?? '', why);
      assert.equal(fault?.meant, meant);
      if (meant !== undefined) assert.equal(cronFault(meant), undefined);
    });

  it('is judged as actionlint judges it', { skip: missing('actionlint') }, () => {
    for (const text of [...GOOD, ...BAD.map((each) => each.text)]) {
      const workflow = `on:\n  schedule:\n    - cron: '${text}'\njobs:\n  a: { runs-on: ubuntu-24.04, steps: [{ run: echo }] }\n`;
      const { stdout } = spawnSync(workflowTool('bin/actionlint'), ['-no-color', '-oneline', '-'], {
        input: workflow,
        encoding: 'utf8',
        timeout: 20_000,
      });
      assert.equal(stdout !== '', cronFault(text) !== undefined, `${text}: ${stdout}`);
    }
  });
});
