import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settingsOfAction } from '../../src/cli/action-settings.ts';
import type { CommandDefinition } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { inputVariable } from '../../src/cli/inputs.ts';
import { type OptionName, option } from '../../src/cli/options.ts';
import { Problem, Problems } from '../../src/problem.ts';

const NEVER = 'never, such a thing';
const LOGIN = 'https://ada:hunter2@github.example/ada/engine.git';

const needsSecret = ({ action }: CommandDefinition): boolean =>
  action?.of === 'run' || action?.secret === 'needed';

/** Inputs whose text can be wrong whatever the record and the repository say. */
const telling = ({ options, action }: CommandDefinition): OptionName[] =>
  options.filter(
    (name) =>
      !option(name).terminalOnly &&
      !action?.without?.includes(name) &&
      (['run', 'ledger'].includes(name) || !['text', 'flag'].includes(option(name).kind)),
  );

function problemsOf(command: CommandDefinition, env: NodeJS.ProcessEnv): readonly Problem[] {
  try {
    settingsOfAction(command, { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '7', ...env });
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.all;
    if (error instanceof Problem) return [error];
    throw error;
  }
}

describe('an action of which every input is wrong', () => {
  const actions = COMMANDS.filter((each) => each.action && telling(each).length > 0);

  for (const command of actions)
    it(`${command.name}: names them all at once, and the secret that is missing [GH-06]`, () => {
      const inputs = telling(command);
      const env = Object.fromEntries(
        inputs.map((name) => [inputVariable(name), name === 'ledger' ? LOGIN : NEVER]),
      );
      const problems = problemsOf(command, env);
      const said = problems.map(({ what }) => what).join('\n');
      for (const name of inputs) {
        const words = { run: 'cannot be the name of a run', ledger: 'carries a login' }[name as string];
        assert.ok(said.includes(words ?? `--${name} `), `${name} in ${said}`);
      }
      assert.equal(said.includes('GPU_LEASE_SECRET is not set'), needsSecret(command), said);
      assert.equal(problems.length, inputs.length + (needsSecret(command) ? 1 : 0), said);
      assert.ok(!said.includes('hunter2'), 'a password is not repeated');
    });

  it('is not refused for what it is right about', () => {
    const right = { INPUT_RUN: 'tiny-7', INPUT_LEDGER: 'https://github.example/ada/ledger.git' };
    for (const command of actions)
      assert.deepEqual(problemsOf(command, { ...right, GPU_LEASE_SECRET: 's'.repeat(43) }), [], command.name);
  });
});
