import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { releaseMeaning } from '../../src/approval/meaning.ts';
import { systemClock } from '../../src/clock.ts';
import { callerFiles } from '../../src/github/caller-files.ts';
import { setPath } from '../../src/github/caller-workflow.ts';
import { dispatchingPerson } from '../../src/github/dispatcher.ts';
import { openGitHub } from '../../src/github/this-repository.ts';
import { Problem } from '../../src/problem.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';
import { type Answer, fakeGitHub, permissionAnswer } from './fake-github.ts';

const PHRASE = 'resnet-7-1 0a1b2c3d';

/** A run that grace started by hand with the phrase; GitHub answers as told. */
async function asking(t: Pick<TestContext, 'after'>, ...answers: Answer[]) {
  const github = await fakeGitHub(...answers);
  t.after(() => github.close());
  const sleptSeconds: number[] = [];
  return {
    github,
    sleptSeconds,
    order: {
      phrase: PHRASE,
      env: {
        GITHUB_API_URL: github.url,
        GITHUB_REPOSITORY: 'ada/engine',
        GITHUB_ACTOR: 'ada',
        GITHUB_TRIGGERING_ACTOR: 'grace',
        GH_TOKEN: 'a-token',
      } as NodeJS.ProcessEnv,
      clock: {
        now: () => new Date(0),
        sleep: async (seconds: number) => void sleptSeconds.push(seconds),
      },
      signal: new AbortController().signal,
      costing: ['resnet-7-1 on runpod: gpu 2 USD/h'],
      event: { name: 'workflow_dispatch', payload: { inputs: { approve: PHRASE, run: 'resnet-7' } } },
    },
  };
}

const refusedAs =
  (code: string, text: RegExp, kind = 'refused') =>
  (error: unknown) => {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.code, code);
    assert.equal(error.kind, kind);
    assert.match(error.message, text);
    assert.deepEqual(error.costing, ['resnet-7-1 on runpod: gpu 2 USD/h']);
    return true;
  };

describe('the person behind a phrase in a workflow', () => {
  it('is the one who started this attempt, when GitHub says that they may write', async (t) => {
    const { github, order } = await asking(t, permissionAnswer('grace', 'write'));
    assert.equal(await dispatchingPerson(order), 'grace');
    assert.deepEqual(github.asked, [
      {
        method: 'GET',
        path: '/repos/ada/engine/collaborators/grace/permission',
        authorization: 'token a-token',
        version: '2022-11-28',
      },
    ]);
  });

  it('is not the one who typed it once: a re-run by a reader is refused', async (t) => {
    const { github, order } = await asking(t, permissionAnswer('grace', 'read', { roleName: 'triage' }));
    await assert.rejects(
      dispatchingPerson(order),
      refusedAs('approver-may-not-write', /grace has "read" permission on ada\/engine/),
    );
    assert.equal(github.asked.length, 1);
  });

  it('is the actor where an old runner names nobody else', async (t) => {
    const { order } = await asking(t, permissionAnswer('ada', 'admin'));
    assert.equal(
      await dispatchingPerson({ ...order, env: { ...order.env, GITHUB_TRIGGERING_ACTOR: undefined } }),
      'ada',
    );
  });

  for (const name of ['push', 'schedule', 'pull_request', 'repository_dispatch', 'workflow_run', '']) {
    it(`does not exist in a run started by "${name}", and nobody is asked`, async (t) => {
      const { github, order } = await asking(t, permissionAnswer('grace', 'admin'));
      await assert.rejects(
        dispatchingPerson({ ...order, event: { ...order.event, name } }),
        refusedAs('approval-not-dispatched', /Run workflow/),
      );
      assert.equal(github.asked.length, 0);
    });
  }

  for (const [what, inputs] of [
    ['no inputs', undefined],
    ['null', null],
    ['another phrase', { approve: 'resnet-7-1 ffffffff' }],
    ['a part of it', { approve: 'resnet-7-1' }],
    ['a list', [['resnet-7-1 0a1b2c3d']]],
  ] as const) {
    it(`did not type a phrase that the workflow made up itself (${what})`, async (t) => {
      const { github, order } = await asking(t, permissionAnswer('grace', 'admin'));
      const event = { name: 'workflow_dispatch', payload: { inputs } };
      await assert.rejects(
        dispatchingPerson({ ...order, event }),
        refusedAs('approval-not-typed', /none of the inputs/),
      );
      assert.equal(github.asked.length, 0);
    });
  }

  it('is no bot, by name or by what GitHub says', async (t) => {
    const { github, order } = await asking(t, permissionAnswer('grace', 'write', { type: 'Bot' }));
    await assert.rejects(
      dispatchingPerson({ ...order, env: { ...order.env, GITHUB_TRIGGERING_ACTOR: 'github-actions[bot]' } }),
      refusedAs('approver-no-person', /github-actions\[bot\]/),
    );
    assert.equal(github.asked.length, 0);
    await assert.rejects(dispatchingPerson(order), refusedAs('approver-no-person', /grace/));
  });

  it('is refused when GitHub does not know them (404), with what to do', async (t) => {
    const { order } = await asking(t, { status: 404, body: { message: 'Not Found', status: '404' } });
    await assert.rejects(
      dispatchingPerson(order),
      refusedAs('approver-unknown', /no collaborator of ada\/engine/),
    );
  });

  for (const status of [401, 403]) {
    it(`is refused when the token may not ask (${status}), and the token is not shown`, async (t) => {
      const { github, order } = await asking(t, {
        status,
        body: { message: 'Resource not accessible by integration' },
      });
      await assert.rejects(dispatchingPerson(order), (error) => {
        refusedAs('permission-unreadable', new RegExp(`answered ${status}`))(error);
        assert.doesNotMatch(String(error), /a-token/);
        return true;
      });
      assert.equal(github.asked.length, 1);
    });
  }

  it('is refused where there is no token or no repository, before anything is sent', async (t) => {
    const { github, order } = await asking(t, permissionAnswer('grace', 'admin'));
    for (const env of [
      { ...order.env, GH_TOKEN: '' },
      { ...order.env, GITHUB_REPOSITORY: '' },
    ])
      await assert.rejects(
        dispatchingPerson({ ...order, env }),
        refusedAs('permission-unreadable', /no token here/),
      );
    assert.equal(github.asked.length, 0);
  });

  it('is asked for again after a passing failure, with a pause that grows', async (t) => {
    const throttled = {
      status: 403,
      headers: { 'retry-after': '1' },
      body: { message: 'secondary rate limit' },
    };
    const { github, order, sleptSeconds } = await asking(
      t,
      { status: 502 },
      throttled,
      permissionAnswer('grace', 'admin'),
    );
    assert.equal(await dispatchingPerson(order), 'grace');
    assert.equal(github.asked.length, 3);
    assert.deepEqual(sleptSeconds, [2, 4]);
  });

  it('is unknown while GitHub fails, which releases nothing and is no refusal', async (t) => {
    const { github, order } = await asking(t, { status: 503 });
    await assert.rejects(
      dispatchingPerson(order),
      refusedAs('github-unreachable', /Nothing was released/, 'unreachable'),
    );
    assert.equal(github.asked.length, 3);
  });

  it('is unknown when an answer is no permission at all', async (t) => {
    const { order } = await asking(t, { status: 200, body: { user: { type: 'User' } } });
    await assert.rejects(dispatchingPerson(order), refusedAs('approver-may-not-write', /undefined/));
  });
});

describe("a personal token in the place of the job's own", () => {
  const LEASE = 'resnet-7-1';
  const SEAL = '0a1b2c3d'.repeat(8);
  const FILE = 'gpu-lease-release.yml';
  const signal = AbortSignal.timeout(30_000);

  /** As the action `ask` dispatches a release, by a token of ada herself or of the job. */
  async function dispatched(t: Pick<TestContext, 'after'>, kind: 'user' | 'installation') {
    const twin = await startGitHubTwin({ clock: systemClock });
    t.after(() => twin.close());
    for (const { path, text } of callerFiles({ suite: 'a/gpu-lease', commit: 'a'.repeat(40), keys: [] }))
      twin.state.files.set(path, text);
    const login = kind === 'user' ? 'ada' : 'github-actions[bot]';
    const token = twin.tokenWith({ actions: 'write', contents: 'read' }, { kind, login });
    const github = openGitHub({ ...twin.env, GH_TOKEN: token }, systemClock, signal);
    assert.ok(github);
    const meaning = releaseMeaning({ lease: LEASE, seal: SEAL, staleFacts: true });
    const inputs = Object.fromEntries(meaning.inputs.map(({ name, says }) => [name, says]));
    await github.dispatch(FILE, 'main', { run: 'resnet-7', ...inputs });
    const [run] = twin.dispatched;
    assert.ok(run && run.path === setPath('release'));
    const env = {
      ...twin.env,
      GH_TOKEN: token,
      GITHUB_ACTOR: run.actor,
      GITHUB_TRIGGERING_ACTOR: run.triggeringActor,
    };
    const typedBy = (phrase: string, more: Record<string, string> = {}) =>
      dispatchingPerson({
        phrase,
        env,
        clock: systemClock,
        signal,
        costing: [],
        event: { name: run.event, payload: { inputs: { ...run.inputs, ...more } } },
      });
    return { twin, github, run, typedBy };
  }

  it("makes what our code dispatches its owner's run, and nobody the one who typed: no input of it is a phrase", async (t) => {
    const { run, typedBy } = await dispatched(t, 'user');
    assert.equal(run.actor, 'ada');
    for (const phrase of [
      `${LEASE} 0a1b2c3d`,
      `${LEASE} 0a1b2c3d stale-facts`,
      `${LEASE} 0a1b2c3d ${run.inputs['acknowledge']}`,
      'standing resnet-7 0a1b2c3d',
    ])
      await assert.rejects(typedBy(phrase), (error: Problem) => error.code === 'approval-not-typed');
  });

  it("cannot be made to type by our code: an input for a person's word is never sent", async (t) => {
    const { twin, github } = await dispatched(t, 'user');
    for (const name of ['approve', 'stopped'])
      await assert.rejects(
        github.dispatch(FILE, 'main', { run: 'resnet-7', [name]: `${LEASE} 0a1b2c3d` }),
        new RegExp(`"${name}" of ${FILE} is for a person to type`),
      );
    assert.equal(twin.dispatched.length, 1);
  });

  it("counts as its owner where code of others types with it, and the job's own token as nobody", async (t) => {
    const phrase = `${LEASE} 0a1b2c3d`;
    const personal = await dispatched(t, 'user');
    assert.equal(
      await personal.typedBy(phrase, { approve: phrase }),
      'ada',
      'what remains: docs/threat-model.md',
    );
    const own = await dispatched(t, 'installation');
    await assert.rejects(
      own.typedBy(phrase, { approve: phrase }),
      (error: Problem) => error.code === 'approver-no-person',
    );
  });
});
