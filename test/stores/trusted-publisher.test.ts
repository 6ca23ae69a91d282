import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { storedEvidence } from '../../src/collect/stored-evidence.ts';
import { Problem } from '../../src/problem.ts';
import { huggingFaceStore } from '../../src/stores/hugging-face-store.ts';
import { storeParcel } from '../../src/stores/ladder.ts';
import { ScriptedClock } from '../scripted-world.ts';
import { type HubTwin, startHubTwin } from '../twins/hub-twin.ts';
import { type Claims, type StsTwin, SUBJECT, startStsTwin } from '../twins/sts-twin.ts';
import { startTwin } from '../twins/twin.ts';
import { climbing, sealedRun } from './sealed-run.ts';

const RESOURCE = 'datasets/ada/results';
const ISSUER = 'https://token.actions.githubusercontent.com';

interface Publishing {
  hub: HubTwin;
  sts: StsTwin;
  clock: ScriptedClock;
  hidden: string[];
  /** Audiences that the runner was asked for. */
  audiences: string[];
  store(over?: {
    token?: string;
    repo?: string;
    claims?: Partial<Claims>;
    noIdentity?: true;
    fetch?: typeof globalThis.fetch;
  }): ReturnType<typeof huggingFaceStore>;
}

/** A repository at the Hub that trusts the jobs of one environment, and a job that nobody gave a token of the Hub. */
async function publishing(t: TestContext, subject = SUBJECT): Promise<Publishing> {
  const clock = new ScriptedClock();
  const sts = await startStsTwin({ clock, roles: [], keys: { accessKeyId: 'x', secretAccessKey: 'y' } });
  const publisher = { clock, issuer: ISSUER, claims: { sub: subject }, claimsOf: sts.claimsOf };
  const hub = await startHubTwin('ada/results', undefined, 'datasets', publisher);
  t.after(() => Promise.all([sts.close(), hub.close()]));
  const hidden: string[] = [];
  const audiences: string[] = [];
  return {
    hub,
    sts,
    clock,
    hidden,
    audiences,
    store: ({ token, repo = RESOURCE, claims, noIdentity, fetch } = {}) =>
      huggingFaceStore(
        { kind: 'hugging-face', repo, token: 'HF_TOKEN' },
        {
          secret: () => token,
          signal: new AbortController().signal,
          clock,
          hubUrl: hub.url,
          ...(fetch && { fetch }),
          ...(noIdentity
            ? {}
            : {
                identity: {
                  async token(audience) {
                    audiences.push(audience);
                    return sts.token(audience, claims);
                  },
                  hide: async (secret) => void hidden.push(secret),
                },
              }),
        },
      ),
  };
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    () => assert.fail('it went well'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Problem, String(error));
  return error;
}

describe('the Hub as a store without a stored token', () => {
  it('takes a sealed run by a token that it lends for this repository, and reads it back by the same', async (t) => {
    const { hub, store, audiences, hidden } = await publishing(t);
    const { parcel } = await sealedRun({ 'best.pt': 4096, 'notes.txt': 'x' });
    const outcome = await storeParcel([store()], parcel, climbing());
    assert.ok('stored' in outcome);
    assert.deepEqual(audiences, [hub.url], 'asked for once, for the Hub alone');
    assert.equal(hub.lent.size, 1);
    assert.deepEqual(hidden, [...hub.lent.keys()], 'kept out of every log');
    const evidence = await storedEvidence(
      { type: 'stored', ...outcome.stored },
      [store()],
      new AbortController().signal,
    );
    assert.deepEqual(evidence, { seal: parcel.seal, problems: [] });
  });

  it('asks for another token before the first one ends', async (t) => {
    const { hub, store, clock } = await publishing(t);
    const own = store();
    const { parcel } = await sealedRun({ 'best.pt': 'first' });
    await storeParcel([own], parcel, climbing());
    await clock.sleep(3400);
    const next = await sealedRun({ 'best.pt': 'second' });
    const outcome = await storeParcel([own], next.parcel, climbing());
    assert.ok('stored' in outcome);
    assert.equal(hub.lent.size, 2);
  });

  it('goes on with another token where the first one ends in the middle of an upload', async (t) => {
    const { hub, store, clock } = await publishing(t);
    const { parcel } = await sealedRun({ 'best.pt': 'long' });
    let isLate = false;
    const own = store({
      async fetch(input, init) {
        const reply = await fetch(input, init);
        if (!isLate && String(input).includes('/preupload/')) await clock.sleep(3700);
        isLate ||= String(input).includes('/preupload/');
        return reply;
      },
    });
    assert.ok('stored' in (await storeParcel([own], parcel, climbing())));
    assert.ok(isLate);
    assert.equal(hub.lent.size, 2);
  });

  it('asks for one token however many need it at once', async (t) => {
    const { hub, store, audiences } = await publishing(t);
    const own = store();
    const parcels = await Promise.all(['a', 'b', 'c'].map((text) => sealedRun({ 'best.pt': text })));
    await Promise.all(parcels.map(({ parcel }) => own.put(parcel)));
    assert.equal(hub.lent.size, 1);
    assert.equal(audiences.length, 1);
  });

  it('uses the stored token where there is one, and asks nobody', async (t) => {
    const { hub, store, audiences } = await publishing(t);
    const { parcel } = await sealedRun({ 'best.pt': 'stored' });
    assert.ok('stored' in (await storeParcel([store({ token: hub.token })], parcel, climbing())));
    assert.deepEqual(audiences, []);
  });

  it('says what to set up where the Hub does not trust this job: its subject, its audience, an old token, another repository', async (t) => {
    const { store, clock, hub } = await publishing(t);
    const { parcel } = await sealedRun({ 'best.pt': 'refused' });
    const old = Math.floor(clock.now().getTime() / 1000) - 1;
    const wrong = [
      { claims: { sub: 'repo:eve/engine:environment:gpu-lease' } },
      { claims: { aud: 'https://example.org' } },
      { claims: { exp: old } },
      { claims: { iss: 'https://example.org' } },
      { repo: 'datasets/ada/other' },
    ];
    for (const over of wrong) {
      const problem = await problemOf(store(over).put(parcel));
      assert.equal(problem.kind, 'refused', JSON.stringify(over));
      assert.match(
        problem.what,
        /lends this job no token for datasets\/ada\/(results|other): HTTP 400 invalid_grant/,
      );
      assert.match(problem.next, /trusted publisher/);
    }
    assert.equal(hub.lent.size, 0);
    assert.equal(hub.commits.length, 1, 'nothing was committed');
  });

  it('never says its identity token, though a refusal says it back', async (t) => {
    const { hub, store, sts, audiences } = await publishing(t);
    const said = await sts.token(hub.url);
    const how = { reply: { status: 400, body: { error: `no such ${said}` } } };
    hub.server.fail({ path: /^\/oauth\/token$/, how });
    const { parcel } = await sealedRun({ 'best.pt': 'said' });
    const problem = await problemOf(store().put(parcel));
    assert.deepEqual(audiences, [hub.url]);
    assert.match(problem.what, /HTTP 400 no such /);
    assert.ok(!problem.what.includes(said.slice(0, 40)), problem.what);
  });

  it('is passed over with the reason where there is neither a token nor an identity', async (t) => {
    const { store } = await publishing(t);
    const { parcel } = await sealedRun({ 'best.pt': 'nobody' });
    assert.match(
      (await store({ noIdentity: true }).refusal(parcel)) ?? '',
      /HF_TOKEN not set, and this job has no identity token \("permissions: id-token: write"\)/,
    );
  });

  it('hands its identity to nobody whom the Hub names instead', async (t) => {
    const { hub, store } = await publishing(t);
    const other = await startTwin(() => ({
      status: 200,
      body: { access_token: 'hf_other', expires_in: 3600 },
    }));
    t.after(() => other.close());
    const how = { reply: { status: 307, headers: { location: `${other.url}/oauth/token` } } };
    hub.server.fail({ path: /^\/oauth\/token$/, times: 9, how });
    const { parcel } = await sealedRun({ 'best.pt': 'moved' });
    const problem = await problemOf(store().put(parcel));
    assert.match(problem.what, /lends this job no token/);
    assert.equal(other.exchanges.length, 0);
  });

  it('takes nothing for a token that is none', async (t) => {
    const { hub, store, hidden } = await publishing(t);
    const how = { reply: { status: 200, body: { access_token: 'eyJhbGci', expires_in: 3600 } } };
    hub.server.fail({ path: /^\/oauth\/token$/, how });
    const { parcel } = await sealedRun({ 'best.pt': 'odd' });
    const problem = await problemOf(store().put(parcel));
    assert.match(problem.what, /its answer holds no token/);
    assert.deepEqual(hidden, []);
  });

  it('asks again when the Hub fails for a moment', async (t) => {
    const { hub, store } = await publishing(t);
    for (const status of [429, 503])
      hub.server.fail({ path: /^\/oauth\/token$/, how: { reply: { status, body: { error: 'busy' } } } });
    const { parcel } = await sealedRun({ 'best.pt': 'again' });
    assert.ok('stored' in (await storeParcel([store()], parcel, climbing())));
  });
});
