import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type GotchaDraft, nextId, ROUTES, refusals } from '../../src/profile/gotcha-draft.ts';
import { sourceFor } from '../../src/profile/gotcha-source.ts';
import { profileOf } from './profiles.ts';

const draft = (over: Partial<GotchaDraft> = {}): GotchaDraft => ({
  symptom: 'Uploads stop at 4 GiB.',
  cause: 'The proxy cuts bodies beyond 4 GiB.',
  fix: 'Send ranges.',
  proof: 'Three uploads of 5 GiB ended at the same byte.',
  general: 'Every pod is behind the same proxy.',
  source: 'https://docs.example.com/limits',
  concerns: 'platform',
  match: '',
  ...over,
});
const refused = (over: Partial<GotchaDraft>) =>
  refusals(draft(over), profileOf('runpod').gotchas).map(({ code, what }) => `${code} ${what}`);

describe('the admission of a new gotcha', () => {
  it('takes what is root-caused, shown and general [FR-05]', () => {
    assert.deepEqual(refused({}), []);
    assert.deepEqual(refused({ cause: '代理会截断大于四吉的请求。', proof: '五次上传都停在同一处。' }), []);
  });

  for (const { part, says } of [
    { part: 'cause', says: /root-caused/ },
    { part: 'proof', says: /reproduced, or certain by its mechanism/ },
    { part: 'general', says: /why it hits others/ },
  ]) {
    for (const answer of ['', ' ', 'unknown', 'n/a', 'not sure', 'No.', 'yes', 'it happens'])
      it(`refuses ${JSON.stringify(answer)} for --${part}, and calls it a note of the project [FR-05]`, () => {
        const [only, ...rest] = refusals(draft({ [part]: answer }), []);
        assert.deepEqual([only?.code, rest], ['not-admitted', []]);
        assert.match(only?.what ?? '', new RegExp(`^--${part} `));
        assert.match(only?.what ?? '', says);
        assert.match(only?.next ?? '', /note of your project/);
      });
  }

  it('refuses a cause that only says again what is seen [FR-05]', () => {
    assert.match(refused({ cause: 'uploads stop at 4 GiB' }).join(), /--cause says the same as --symptom/);
  });

  for (const concerns of ['training', 'project', 'machine', 'correction'] as const) {
    it(`sends what concerns a ${concerns} where it belongs, and asks for nothing else [FR-07]`, () => {
      const [only, ...rest] = refusals(draft({ concerns, cause: '', fix: '' }), []);
      assert.deepEqual([only?.code, rest], ['belongs-elsewhere', []]);
      assert.ok(only?.next.includes(ROUTES[concerns]));
    });
  }

  it('says of a correction that the stamp changes with it [FR-07]', () => {
    assert.match(ROUTES.correction, /"verified" and "source"/);
  });

  it('refuses what looks like a secret, by its kind and never by itself [FR-06]', () => {
    const key = `rpa_${'A1b2C3d4E5'.repeat(4)}`;
    const all = refused({ fix: `export KEY=${key}`, proof: `curl with ${key} failed three times` });
    assert.equal(all.length, 2);
    for (const each of all) {
      assert.match(each, /^secret-in-gotcha --(?:fix|proof) holds what looks like a RunPod API key/);
      assert.ok(!each.includes('A1b2'));
    }
  });

  it('refuses a symptom that the catalogue has, by its id', () => {
    const [known] = profileOf('runpod').gotchas;
    assert.ok(known);
    assert.match(
      refused({ symptom: known.symptom.toUpperCase() }).join(),
      new RegExp(`known-gotcha ${known.id} `),
    );
  });

  for (const { over, says } of [
    { over: { match: 'log:a.*b' }, says: /--match "a\.\*b" repeats without a bound/ },
    { over: { match: 'console:no such line' }, says: /--match "console"/ },
  ]) {
    it(`refuses ${JSON.stringify(over)}`, () => {
      const all = refused(over);
      assert.equal(all.length, 1, all.join('\n'));
      assert.match(all[0] ?? '', says);
    });
  }

  it('says everything that is wrong at once', () => {
    assert.equal(refused({ cause: '', proof: '', general: '', fix: '', source: '', match: 'x' }).length, 6);
  });
});

describe('the id of a new gotcha', () => {
  it('is the next free number of the prefix that most have', () => {
    assert.equal(
      nextId('runpod', [{ id: 'RP2' }, { id: 'RP14' }, { id: 'CN20' }, { id: 'RP-KEYS' }]),
      'RP15',
    );
    assert.equal(nextId('my-cloud', []), 'MYCL1');
  });
});

describe('the source of a new gotcha', () => {
  const now = new Date('2026-11-22T00:00:00Z');
  const { sources } = profileOf('lambda');

  it('is one that the profile has, by its tag or by its address', () => {
    assert.deepEqual(sourceFor('la-fs', sources, now), { tag: 'la-fs', added: undefined, isCheckable: true });
    const { tag, added } = sourceFor('https://docs.lambda.ai/api/cloud', sources, now);
    assert.deepEqual([tag, added], ['la-api', undefined]);
  });

  it("is the vendor's where other pages of the host are, and the community's elsewhere", () => {
    assert.deepEqual(sourceFor('https://docs.lambda.ai/new/page', sources, now).added, {
      kind: 'vendor-doc',
      where: 'docs.lambda.ai/new/page',
    });
    const other = sourceFor('https://forum.example.org/t/7', sources, now);
    assert.deepEqual([other.tag, other.added?.kind], ['la-example', 'community']);
  });

  it('is what was observed, in words, with the month', () => {
    const { tag, added } = sourceFor('three launches on a GH200', sources, now);
    assert.deepEqual(
      [tag, added],
      ['la-seen-2026-11', { kind: 'observed', where: 'three launches on a GH200' }],
    );
  });

  it('gives no month to what rests on something that nobody can look up', () => {
    assert.equal(sourceFor('unsourced', sources, now).isCheckable, false);
  });
});
