import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runAction } from '../../src/cli/action.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { inInputWords } from '../../src/cli/input-words.ts';
import { Problem, Problems } from '../../src/problem.ts';

const command = (name: string) => COMMANDS.find((each) => each.name === name) ?? assert.fail(name);
const problem = (what: string, next = 'Wait.') => new Problem({ code: 'x', kind: 'usage', what, next });

describe('a problem of an action', () => {
  it('speaks of an input where the user wrote one, and of an option in a command to type', () => {
    const told = inInputWords(
      problem('--bound "never" is no time.', 'Give another --bound, or run "gpu-lease watch --bound 2h".'),
      command('watch'),
    ) as Problem;
    assert.equal(told.what, 'The input "bound": "never" is no time.');
    assert.equal(told.next, 'Give another the input "bound", or run "gpu-lease watch --bound 2h".');
    const other = problem('No --such-thing and no --approve here.');
    assert.equal(inInputWords(other, command('watch')), other, 'what the action has not is left as it is');
  });

  for (const name of ['watch', 'tick'])
    it(`${name}: names every wrong input by its name there`, async (t) => {
      const dir = mkdtempSync(join(tmpdir(), 'gl-words-'));
      t.after(() => rmSync(dir, { recursive: true }));
      const own = { GITHUB_OUTPUT: join(dir, 'out'), GITHUB_STEP_SUMMARY: join(dir, 'summary') };
      for (const file of Object.values(own)) writeFileSync(file, '');
      const wrong = { INPUT_BOUND: 'soon', INPUT_RUN: '../x', INPUT_EVERY: 'often' };
      const env = {
        ...own,
        ...wrong,
        GITHUB_ACTIONS: 'true',
        GITHUB_RUN_ID: '7',
        XDG_STATE_HOME: dir,
        HOME: dir,
      };
      const before = { ...process.env };
      Object.assign(process.env, own);
      t.after(() => {
        for (const key of Object.keys(own)) delete process.env[key];
        Object.assign(process.env, before);
      });
      await assert.rejects(runAction(name, env, new AbortController().signal), (error: unknown) => {
        const said = error instanceof Problems ? error.message : String(error);
        assert.match(said, /The input "bound": "soon" is no time/);
        assert.match(said, /GPU_LEASE_SECRET is not set/);
        assert.doesNotMatch(said, /--bound|--every/);
        return true;
      });
    });
});
