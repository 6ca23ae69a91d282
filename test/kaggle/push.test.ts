import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ASKED_NOTHING_OF_KAGGLE } from '../../src/job/kaggle-schema.ts';
import { startOfName } from '../../src/kaggle/kernel-job.ts';
import { pushSession } from '../../src/kaggle/push.ts';
import type { Push } from '../../src/kaggle/push-body.ts';
import { newestFirst, requireUnlisted } from '../../src/kaggle/runs.ts';
import { ApiRefused } from '../../src/platforms/api.ts';
import type { KaggleApi } from '../../src/platforms/kaggle/api.ts';
import { Problem } from '../../src/problem.ts';

const RUN = 'tiny-kaggle-0123456789ab';
const PUSH: Push = {
  ...{ user: 'ada', slug: `${RUN}-1`, shape: 'NvidiaTeslaT4', seconds: 3600 },
  ...{ request: ASKED_NOTHING_OF_KAGGLE, from: undefined },
};

/** Answers each method with a value, or throws it. */
function answering(answers: Record<string, unknown>): KaggleApi & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    user: async () => 'ada',
    async call(method, _body, reply) {
      asked.push(method);
      const answer = answers[method];
      if (answer instanceof Error) throw answer;
      return reply.parse(answer);
    },
    pause: async () => {},
  };
}

const absent = new ApiRefused(403, 'denied', {}, 'GetKernel');
const codeOf = async (done: Promise<unknown>): Promise<string> => {
  try {
    await done;
    return 'none';
  } catch (error) {
    if (error instanceof Problem) return `${error.kind} ${error.code}`;
    throw error;
  }
};
const push = (api: KaggleApi) => pushSession(api, PUSH, { run: RUN, number: 1, text: '' });

describe('the answer to a push', () => {
  for (const [what, answer] of [
    ['nothing', {}],
    ['an empty error and no version', { error: '', url: '', ref: '' }],
    ['a version of 0', { ref: `/code/ada/${RUN}-1`, versionNumber: 0 }],
    ['a version and not where', { versionNumber: 1 }],
  ] as const)
    it(`of 200 that says ${what} is no word for a session: it is looked for`, async () => {
      const api = answering({ SaveKernel: answer, GetKernel: absent });
      assert.equal(await codeOf(push(api)), 'unreachable kaggle-push-unclear');
      assert.ok(api.asked.filter((each) => each === 'GetKernel').length > 1);
      assert.equal(api.asked.filter((each) => each === 'SaveKernel').length, 1);
    });

  it('that names another kernel is not taken, because nothing would find that again', async () => {
    const answer = { ref: `/code/ada/${RUN}-1-copy`, versionNumber: 1 };
    assert.equal(await codeOf(push(answering({ SaveKernel: answer }))), 'failed kaggle-other-name');
  });

  it('is shown by our own address of it, whatever address it gives', async () => {
    const answer = { ref: `/code/ada/${RUN}-1`, url: 'javascript:alert(1)', versionNumber: 1 };
    assert.equal(
      (await push(answering({ SaveKernel: answer }))).url,
      `https://www.kaggle.com/code/ada/${RUN}-1`,
    );
  });
});

describe('a session that Kaggle does not show', () => {
  const listed = (...refs: string[]) => answering({ ListKernels: { kernels: refs.map((ref) => ({ ref })) } });
  const first = (api: KaggleApi) => codeOf(requireUnlisted(api, RUN, 1));

  it('is pushed where nothing of the run is listed', async () => {
    assert.equal(await first(listed()), 'none');
    assert.equal(await first(listed('ada/something-else', `eve/${RUN}-1`, `ada/${RUN}-1x`)), 'none');
  });

  it('is not pushed where it is listed: the login may not read it, and each push would make one more', async () => {
    assert.equal(await first(listed(`ada/${RUN}-1`)), 'refused kaggle-listed');
  });

  it('is not pushed where a later one is listed: somebody deleted it, and the run would begin anew', async () => {
    assert.equal(await first(listed(`/code/ada/${RUN}-2`)), 'refused kaggle-listed');
  });
});

describe('the runs of a job among the kernels of an account', () => {
  const [a, b] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];

  it('are in the order in which a session of each began last', () => {
    const kernels = [
      { name: `tiny-kaggle-${a}-1`, at: '2026-11-01T00:00:00.000Z' },
      { name: `tiny-kaggle-${b}-1`, at: '2026-11-02T00:00:00.000Z' },
      { name: `tiny-kaggle-${a}-2`, at: '2026-11-03T00:00:00.000Z' },
      { name: `tiny-er-kaggle-${b}-1`, at: '2026-11-04T00:00:00.000Z' },
      { name: `tiny-kaggle-notes`, at: '2026-11-04T00:00:00.000Z' },
    ];
    assert.deepEqual(newestFirst(kernels, 'tiny'), [`tiny-kaggle-${a}`, `tiny-kaggle-${b}`]);
  });

  it('have one that never ran yet at the front, and one whose time is no time at the end', () => {
    const kernels = [
      { name: `tiny-kaggle-${a}-1`, at: 'yesterday' },
      { name: `tiny-kaggle-${b}-1`, at: undefined },
    ];
    assert.deepEqual(newestFirst(kernels, 'tiny'), [`tiny-kaggle-${b}`, `tiny-kaggle-${a}`]);
  });

  it('have names that Kaggle makes no others of', () => {
    assert.equal(startOfName('a--b'), 'a-b-kaggle-');
    assert.equal(startOfName('a234567890123456789-long'), 'a234567890123456789-kaggle-');
  });
});
