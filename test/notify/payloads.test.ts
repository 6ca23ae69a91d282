import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { NoticeTarget } from '../../src/job/job.ts';
import { bodyFor } from '../../src/notify/target.ts';
import { deviations } from '../cli/json-docs.ts';
import { missing } from '../requirement.ts';
import { repositoryRoot } from '../scenarios/run-bundle.ts';
import { startTwin } from '../twins/twin.ts';
import { HOSTILE, message, sending } from './sending.ts';

const page = readFileSync(join(repositoryRoot, 'docs', 'json.md'), 'utf8');
const KEY = 'a key of the two sides';

/** What came in at the address. */
async function received(t: TestContext, kind: 'webhook' | 'slack' | 'discord', over = {}) {
  const twin = await startTwin(() => ({ status: 200, body: 'ok' }));
  t.after(() => twin.close());
  const target = { kind, url: 'HOOK', ...(kind === 'webhook' && { secret: 'KEY' }) } as NoticeTarget;
  const { outcome } = await sending(target, { HOOK: `${twin.url}/hook`, KEY }, { message: message(over) });
  assert.deepEqual(outcome, { taken: true });
  const [{ request } = assert.fail('nothing came')] = twin.exchanges;
  return request;
}

/** A block of code of docs/json.md that holds these words. */
function snippet(language: string, words: string): string {
  const blocks = [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  );
  return (
    blocks.find((code) => code.includes(words)) ??
    assert.fail(`docs/json.md has no ${language} with ${words}`)
  );
}

describe('a webhook', () => {
  it('gets the documented body, signed together with its time', async (t) => {
    const { bytes, headers, body } = await received(t, 'webhook', { next: 'Look.' });
    assert.deepEqual(deviations('notice', body as Record<string, unknown>), []);
    const schema = JSON.parse(readFileSync(join(repositoryRoot, 'schemas', 'notice.schema.json'), 'utf8'));
    const ajv = new Ajv();
    addFormats.default(ajv);
    const isValid = ajv.compile(schema);
    assert.ok(isValid(body), JSON.stringify(isValid.errors));
    assert.ok(!isValid({ ...(body as object), event: 'sealde' }));
    const at = String(headers['x-gpu-lease-timestamp']);
    assert.equal(at, String(Date.parse('2026-11-21T12:00:00Z') / 1000));
    const expected = createHmac('sha256', KEY).update(`${at}.`).update(bytes).digest('hex');
    assert.equal(headers['x-gpu-lease-signature'], `sha256=${expected}`);
    assert.equal(headers['x-gpu-lease-event'], 'sealed');
  });

  for (const [language, program, args, skip] of [
    ['python', 'python3', ['-c'], missing('python3')],
    ['js', process.execPath, ['--input-type=module', '-e'], missing()],
  ] as const) {
    it(`is verified by the lines for ${language} in the docs, and a changed one refused`, {
      skip,
    }, async (t) => {
      const { bytes, headers } = await received(t, 'webhook', { what: 'ünïcode' });
      const code = snippet(language, 'signature');
      assert.ok(code.trim().split('\n').length <= 9, 'it stays short');
      const verdict = (over: { body?: string; key?: string; at?: string }) => {
        const input = {
          body: over.body ?? bytes.toString('utf8'),
          timestamp: over.at ?? headers['x-gpu-lease-timestamp'],
          signature: headers['x-gpu-lease-signature'],
          key: over.key ?? KEY,
        };
        const last =
          language === 'python'
            ? `\nimport json, sys\ni = json.load(sys.stdin)\nprint(verified(i["body"].encode(), i["timestamp"], i["signature"], i["key"], now=${Number(headers['x-gpu-lease-timestamp']) + 10}))`
            : `\nimport { readFileSync } from 'node:fs';\nconst i = JSON.parse(readFileSync(0, 'utf8'));\nconsole.log(verified(Buffer.from(i.body), i.timestamp, i.signature, i.key, ${Number(headers['x-gpu-lease-timestamp']) + 10}));`;
        const ran = spawnSync(program, [...args, code + last], {
          input: JSON.stringify(input),
          encoding: 'utf8',
          timeout: 30_000,
        });
        assert.equal(ran.status, 0, ran.stderr);
        return ran.stdout.trim().toLowerCase();
      };
      assert.equal(verdict({}), 'true');
      assert.equal(verdict({ body: `${bytes.toString('utf8')} ` }), 'false');
      assert.equal(verdict({ key: 'another' }), 'false');
      const later = String(Number(headers['x-gpu-lease-timestamp']) + 1);
      assert.equal(verdict({ at: later }), 'false', 'the time is signed, too');
    });
  }
});

describe('what it cost so far', () => {
  it('is in every message of a run that costs anything, and in no other', async (t) => {
    const { messageOf } = await import('../../src/notify/message.ts');
    const { told, RUNNING, STARTED_AT } = await import('../lease/told-run.ts');
    const news = {
      key: 'stalled:3',
      event: 'stalled' as const,
      since: '2026-11-21T12:00:00Z',
      what: 'Quiet.',
    };
    const at = { now: new Date(STARTED_AT + 2 * 3_600_000), page: undefined, repeat: false };
    const { costUsd, usdPerHour, costing } = messageOf(told(RUNNING), news, at);
    assert.deepEqual(costing, ['tiny-7-1 on sim: gpu 1 USD/h, disk 0.1 USD/h']);
    // A GPU for 1 and a disk for 0.1 USD per hour.
    assert.ok(costUsd > 2.19 && costUsd <= 2.2 && usdPerHour === 1.1, `${costUsd} ${usdPerHour}`);
    const words = '1.25 USD so far, 0.5 USD per hour goes on (tiny-7-1 on runpod: gpu 0.5 USD/h)';
    const { body: slack } = await received(t, 'slack');
    assert.ok(JSON.stringify(slack).includes(words));
    const { body: discord } = await received(t, 'discord');
    const { content } = discord as { content: string };
    assert.ok(content.replaceAll('\\', '').includes(words), content);
    assert.ok(content.endsWith('\n<https://github.com/ada/engine/actions/runs/7>'), content);
    const { body: over } = await received(t, 'slack', { usdPerHour: 0, costing: [] });
    assert.ok(JSON.stringify(over).includes('1.25 USD so far, nothing costs money any more'));
    const { body: free } = await received(t, 'slack', { costUsd: 0, usdPerHour: 0 });
    assert.ok(!JSON.stringify(free).includes('USD'));
  });
});

describe('words of a stranger', () => {
  it('mention nobody and mean nothing in Slack', async (t) => {
    const { body } = await received(t, 'slack', {
      what: HOSTILE,
      next: HOSTILE,
      job: HOSTILE,
      costing: [HOSTILE],
    });
    const { text, blocks, ...rest } = body as {
      text: string;
      blocks: { type: string; text?: { type: string; text: string }; elements?: { text: string }[] }[];
    };
    assert.deepEqual(rest, {
      mrkdwn: false,
      parse: 'none',
      link_names: false,
      unfurl_links: false,
      unfurl_media: false,
    });
    assert.ok(!/[<>]/.test(text) && !/&(?!amp;|lt;|gt;)/.test(text), text);
    const sections = blocks.filter(({ type }) => type === 'section');
    assert.ok(sections.length >= 3 && sections.every((each) => each.text?.type === 'plain_text'));
    assert.ok(
      sections.some((each) => each.text?.text === HOSTILE),
      'and are shown as they are',
    );
    const links = blocks.flatMap(({ elements = [] }) => elements.map((each) => each.text));
    assert.deepEqual(links, ['<https://github.com/ada/engine/actions/runs/7|workflow run>']);
  });

  it('mention nobody and mean nothing in Discord', async (t) => {
    const { body, query } = await received(t, 'discord', {
      what: HOSTILE,
      next: HOSTILE,
      costing: [HOSTILE],
    });
    const {
      content,
      allowed_mentions: mentions,
      flags,
    } = body as { content: string; allowed_mentions: unknown; flags: number };
    assert.deepEqual([mentions, flags], [{ parse: [] }, 4]);
    assert.equal(query.get('wait'), 'true', 'it says whether it took the message');
    const [, ...lines] = content.split('\n');
    const words = lines.filter((line) => line.includes('everyone')).join('\n');
    assert.ok(!/(?<!\\)[<>[\]*`]/.test(words) && !/@(everyone|here)/.test(words), words);
  });

  it('hold no line end or control character anywhere, and are cut where a target would refuse them', async (t) => {
    const what = `first\r\nBcc: eve@example.org\u001b[31m\u202e${'x'.repeat(9000)}`;
    const { messageOf } = await import('../../src/notify/message.ts');
    const { told, RUNNING } = await import('../lease/told-run.ts');
    const news = {
      key: 'halted:3',
      event: 'halted' as const,
      since: '2026-11-21T12:00:00Z',
      what,
      next: what,
    };
    const made = messageOf(told(RUNNING), news, {
      now: new Date('2026-11-21T12:00:00Z'),
      page: undefined,
      repeat: false,
    });
    assert.ok(!/[\u0000-\u001f\u202e]/.test(made.what) && made.what.length < 1600, made.what.slice(0, 80));
    const discord = await received(t, 'discord', { what: made.what, next: made.what });
    assert.ok((discord.body as { content: string }).content.length <= 2000);
    const slack = await received(t, 'slack', { what: made.what, next: made.what });
    const { blocks } = slack.body as { blocks: { text?: { text: string } }[] };
    assert.ok(blocks.every(({ text }) => (text?.text.length ?? 0) <= 3000));
  });

  it('are in no header of a mail', () => {
    const mail = {
      kind: 'smtp',
      host: 'm',
      port: 587,
      from: 'a@example.org',
      to: ['b@example.org'],
      on: [],
    } as NoticeTarget;
    const [head = ''] = bodyFor(mail, message({ run: '', job: 'x\r\nBcc: eve@example.org' })).split('\n\n');
    assert.deepEqual(
      head.split('\n').map((line) => line.split(':')[0]),
      ['From', 'To', 'Subject'],
    );
  });
});
