import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generateActions, inputsOf } from '../../scripts/generate-actions.ts';
import { generateCommands } from '../../scripts/generate-commands.ts';
import { OUTPUTS, UPLOAD_OUTPUTS } from '../../scripts/stage-outputs.ts';
import type { ActionDefinition } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { inputVariable, readInputs } from '../../src/cli/inputs.ts';
import { optionOf } from '../../src/cli/options.ts';
import { ACTION_FILES, readAction, repositoryRoot } from './action-file.ts';

const EXPRESSION = '$' + '{{';
const withAction = COMMANDS.filter((command) => command.action);
const those = (which: (action: ActionDefinition) => unknown): string[] => [
  'action.yml',
  ...withAction.flatMap(({ name, action }) =>
    action && which(action) ? [`actions/${name}/action.yml`] : [],
  ),
];
/** Actions with a step that uploads, between the one that wishes for it and the one that reads it back. */
const UPLOADING = those(({ uploads }) => uploads);
/** Actions that write into records, which they leave as artifacts in the end. */
const RECORDING = those(({ records }) => records);
const stages = withAction.filter(({ action }) => action?.of === 'run' || action?.inRoot);
/** The root action runs any stage, so whatever one of them tells later steps must get through it. */
const ofAny = Object.assign({}, ...stages.map(({ action }) => action?.outputs));

describe('action.yml files', () => {
  for (const { path, content } of [...generateCommands(COMMANDS), ...generateActions(COMMANDS)]) {
    it(`${path} is what src/cli/commands/ makes (npm run generate)`, () => {
      assert.equal(readFileSync(join(repositoryRoot, path), 'utf8'), content);
    });
  }

  for (const path of ACTION_FILES) {
    const action = readAction(path);

    const records = RECORDING.includes(path);
    const record = records ? action.runs.steps.at(-1) : undefined;
    // Of what seals: leaves the statement to a job that may sign.
    const statement = action.runs.steps.find(({ with: given }) =>
      String(given?.['name']).startsWith('gpu-lease-statement-'),
    );
    const [only, upload, stored] = action.runs.steps.filter((each) => each !== record && each !== statement);
    const uploads = UPLOADING.includes(path);

    it(`${path} is a composite of ${uploads ? 'two plain scripts' : 'one plain script'} with no expression in it`, () => {
      assert.equal(action.runs.using, 'composite');
      assert.equal(action.runs.steps.length, (uploads ? 3 : 1) + (records ? 1 : 0) + (statement ? 1 : 0));
      for (const step of action.runs.steps.filter(
        (each) => each !== upload && each !== record && each !== statement,
      )) {
        const { if: _condition, ...rest } = step;
        assert.deepEqual(Object.keys(rest).sort(), ['env', 'id', 'run', 'shell']);
        assert.equal(step.shell, 'sh');
        assert.equal(step.run?.includes(EXPRESSION), false);
        execFileSync('sh', ['-n', '-c', step.run ?? '']);
      }
    });

    it(`${path} hands every input over by env and nothing else`, () => {
      const { GPU_LEASE_UPLOADS: told, ...env } = only?.env ?? {};
      assert.equal(told, uploads ? 'true' : undefined);
      // What runs the change's code is not given the token that is there without being asked for.
      const token = path === 'action.yml' ? "inputs.stage != 'smoke' && inputs.token || ''" : 'inputs.token';
      const expected = Object.keys(action.inputs).map(
        (name) => `${EXPRESSION} ${name === 'token' ? token : `inputs.${name}`} }}`,
      );
      assert.deepEqual(Object.values(env).sort(), expected.sort());
      const text = readFileSync(join(repositoryRoot, path), 'utf8');
      assert.deepEqual(
        text.match(/\$\{\{ (?!inputs\.|steps\.(stage|stored|upload)\.|github\.token )/g),
        null,
      );
      assert.equal(/\bsecrets\./.test(text), false, 'a composite has no secrets context');
    });

    it(`${path} declares exactly the outputs that its step sets`, () => {
      const stage = path.split('/')[1] ?? '';
      const own = COMMANDS.find(({ name }) => name === stage)?.action;
      const outputs =
        own?.of === 'all'
          ? (own.outputs ?? {})
          : { ...OUTPUTS, ...own?.outputs, ...(path === 'action.yml' && ofAny) };
      const uploaded = uploads ? Object.keys(UPLOAD_OUTPUTS) : [];
      assert.deepEqual(Object.keys(action.outputs).sort(), [...Object.keys(outputs), ...uploaded].sort());
      for (const [name, { value }] of Object.entries(action.outputs).filter(
        ([each]) => !uploaded.includes(each),
      ))
        assert.equal(
          value,
          uploads
            ? `${EXPRESSION} steps.stored.outputs.${name} || steps.stage.outputs.${name} }}`
            : `${EXPRESSION} steps.stage.outputs.${name} }}`,
        );
    });

    if (uploads) {
      it(`${path} says where the artifact is, once it was read back`, () => {
        const read = "steps.stored.outcome == 'success' && steps.upload.outputs.artifact-url || ''";
        assert.equal(action.outputs['artifact-url']?.value, `${EXPRESSION} ${read} }}`);
      });

      it(`${path} uploads by a pinned action, and looks at the outcome whatever it was [GH-06]`, () => {
        assert.match(upload?.uses ?? '', /^actions\/upload-artifact@[0-9a-f]{40}$/);
        const unlessSmoke = path === 'action.yml' ? "inputs.stage != 'smoke' && " : '';
        assert.equal(upload?.if, `!cancelled() && ${unlessSmoke}steps.stage.outputs.upload != ''`);
        assert.equal(upload?.['continue-on-error'], true, 'the step after it decides');
        assert.equal(upload?.with?.['include-hidden-files'], true);
        assert.equal(upload?.with?.['if-no-files-found'], 'error');
        assert.equal(upload?.with?.['overwrite'], undefined, 'nothing is ever written over');
        assert.equal(stored?.if, `always() && ${unlessSmoke}steps.stage.outputs.upload != ''`);
        assert.equal(stored?.env?.['GPU_LEASE_UPLOAD_OUTCOME'], `${EXPRESSION} steps.upload.outcome }}`);
        for (const [name, value] of Object.entries(only?.env ?? {}).filter(
          ([name]) => name !== 'GPU_LEASE_STAGE',
        ))
          assert.equal(stored?.env?.[name], value);
      });
    }
  }

  for (const path of ['action.yml', 'actions/collect/action.yml']) {
    it(`${path} leaves the statement of a seal to a job that may sign, by a pinned action, and ends as it did`, () => {
      const steps = readAction(path).runs.steps;
      const [step, ...more] = steps.filter(({ with: given }) => /statement/.test(String(given?.['name'])));
      assert.equal(more.length, 0);
      assert.match(step?.uses ?? '', /^actions\/upload-artifact@[0-9a-f]{40}$/);
      assert.equal(step?.['continue-on-error'], true);
      assert.match(step?.if ?? '', /statement\) != ''$/);
      if (path === 'action.yml') assert.match(step?.if ?? '', /inputs\.stage != 'smoke' && /);
    });
  }

  for (const path of RECORDING) {
    it(`${path} leaves the record in the end, whatever became of it, and ends as it did [security 1]`, () => {
      const { runs } = readAction(path);
      const record = runs.steps.at(-1);
      const of = (name: string) =>
        UPLOADING.includes(path)
          ? `steps.stored.outputs.${name} || steps.stage.outputs.${name}`
          : `steps.stage.outputs.${name}`;
      const unlessSmoke = path === 'action.yml' ? "inputs.stage != 'smoke' && " : '';
      const wished = UPLOADING.includes(path) ? `(${of('record')})` : of('record');
      assert.match(record?.uses ?? '', /^actions\/upload-artifact@[0-9a-f]{40}$/);
      assert.equal(record?.if, `always() && ${unlessSmoke}${wished} != ''`);
      assert.equal(record?.['continue-on-error'], true);
      assert.deepEqual(record?.with, {
        name: `${EXPRESSION} ${of('record-name')} }}`,
        path: `${EXPRESSION} ${of('record')} }}`,
        'retention-days': `${EXPRESSION} ${of('record-days')} }}`,
        // Only what is known to be no less than what is there.
        overwrite: `${EXPRESSION} ${of('record-replaces')} }}`,
        'if-no-files-found': 'error',
      });
    });
  }

  it('uploads from every action that may leave something, and leaves the record of every one that writes', () => {
    const of = (names: string[]) => names.map((name) => `actions/${name}/action.yml`);
    const unsaid = (wanted: string[], said: string[]) => wanted.filter((path) => !said.includes(path));
    assert.deepEqual(unsaid(of(['watch', 'collect']), UPLOADING), []);
    const writing = ['sweep', 'open', 'launch', 'watch', 'continue', 'collect', 'release', 'tick'];
    assert.deepEqual(unsaid(of(writing), RECORDING), []);
  });

  it('gives each action the options of its command, under the names by which the program reads them', () => {
    for (const stage of withAction) {
      const { inputs, runs } = readAction(`actions/${stage.name}/action.yml`);
      const expected = inputsOf(stage);
      const credentials = [
        ...(stage.action?.of === 'run' || stage.action?.token ? ['token'] : []),
        ...(expected.includes('ledger') ? ['ledger-token'] : []),
        ...(stage.action?.of === 'run' || stage.action?.secret ? ['secret'] : []),
      ];
      assert.deepEqual(Object.keys(inputs), [...expected, ...credentials]);
      for (const name of expected) {
        assert.equal(runs.steps[0]?.env?.[inputVariable(name)], `${EXPRESSION} inputs.${name} }}`);
        assert.equal(inputs[name]?.default, optionOf(stage, name).fallback ?? '');
      }
    }
  });

  it('gives the action that runs the code of a change no secret, no token and no ledger [security 2]', () => {
    const { inputs, runs } = readAction('actions/smoke/action.yml');
    assert.deepEqual(Object.keys(inputs), ['job', 'store']);
    assert.deepEqual(Object.keys(runs.steps[0]?.env ?? {}), ['INPUT_JOB', 'INPUT_STORE']);
  });

  it('has an action for every stage and for what needs no run, and the root action knows the stages', () => {
    assert.deepEqual(
      ACTION_FILES.slice(1).sort(),
      withAction.map((stage) => `actions/${stage.name}/action.yml`).sort(),
    );
    const root = readAction('action.yml');
    assert.equal(root.inputs['stage']?.required, true);
    for (const stage of stages) assert.ok(root.inputs['stage']?.description.includes(stage.name));
  });
});

describe('the root action', () => {
  const root = readAction('action.yml');

  for (const { name } of stages) {
    it(`takes and tells for "stage: ${name}" all that actions/${name} does, under the same names`, () => {
      const own = readAction(`actions/${name}/action.yml`);
      for (const [input, { default: fallback }] of Object.entries(own.inputs)) {
        assert.ok(root.inputs[input], `no input ${input}`);
        assert.equal(root.inputs[input].default, fallback, input);
      }
      assert.deepEqual(
        Object.keys(own.outputs).filter((output) => !root.outputs[output]),
        [],
      );
    });
  }

  it('has no input and no output that none of its stages has', () => {
    const owns = stages.map(({ name }) => readAction(`actions/${name}/action.yml`));
    const [inputs, outputs] = [
      owns.flatMap((own) => Object.keys(own.inputs)),
      owns.flatMap((own) => Object.keys(own.outputs)),
    ];
    assert.deepEqual(
      Object.keys(root.inputs).filter((name) => !inputs.includes(name)),
      ['stage'],
    );
    assert.deepEqual(
      Object.keys(root.outputs).filter((name) => !outputs.includes(name)),
      [],
    );
  });
});

describe('inputs of an action', () => {
  it('reads what the workflow gave and takes an empty text for unset', () => {
    const env = { INPUT_RUN: 'resnet-7', INPUT_LEDGER: '', INPUT_JOB: 'a b/c.yml', INPUT_BOUND: undefined };
    assert.deepEqual(readInputs(['run', 'ledger', 'job', 'bound'], env), {
      run: 'resnet-7',
      job: 'a b/c.yml',
    });
  });

  it('does not read what belongs to a terminal: nobody turns "yes" on from a workflow', () => {
    const env = { INPUT_YES: 'true', INPUT_ALLOW_DIRTY: 'true', INPUT_DRY_RUN: 'true', INPUT_JSON: 'true' };
    assert.deepEqual(readInputs(['yes', 'allow-dirty', 'dry-run', 'json'], env), {});
  });
});
