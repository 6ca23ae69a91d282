import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noticeEvents, USUAL_NOTICES } from '../../src/job/notice-events.ts';
import { noticeSecretsOf, secretNamesOf } from '../../src/job/secret-names.ts';
import { jobText, loadJob, problemsOf } from './job-text.ts';

const notices = (text: string) => loadJob({ notify: `notify: ${text}` });
const faults = (text: string) => problemsOf(jobText({ notify: `notify: ${text}` }));
const said = (text: string) => faults(text).map(({ what, next }) => `${what} ${next}`);

describe('`notify` of a job file', () => {
  it('takes a word for a target, with the names of secrets that the workflows hand on', () => {
    assert.deepEqual(notices('slack').notices, [
      { kind: 'slack', url: 'SLACK_WEBHOOK_URL', on: [...USUAL_NOTICES] },
    ]);
    const job = notices('[webhook, discord]');
    assert.deepEqual(noticeSecretsOf(job), [
      'GPU_LEASE_WEBHOOK_URL',
      'GPU_LEASE_WEBHOOK_SECRET',
      'DISCORD_WEBHOOK_URL',
    ]);
    assert.deepEqual(secretNamesOf(job), [], 'a run begins without them');
  });

  it('takes one target or many, each with its events', () => {
    const job = notices(`
  - { webhook: TEAM_HOOK, secret: TEAM_HOOK_KEY, on: [sealed, debt, sealed] }
  - { webhook: "https://hooks.example.org/gpu" }
  - { smtp: { host: mail.example.org, user: bot@example.org }, password: MAIL_PASSWORD, to: [a@example.org, b@example.org] }
  - { url: HOOK, on: [died] }`);
    const [first, second, third] = job.notices ?? [];
    assert.deepEqual(first, {
      kind: 'webhook',
      url: 'TEAM_HOOK',
      secret: 'TEAM_HOOK_KEY',
      on: ['sealed', 'debt'],
    });
    assert.deepEqual(second, {
      kind: 'webhook',
      address: 'https://hooks.example.org/gpu',
      on: [...USUAL_NOTICES],
    });
    assert.deepEqual(third, {
      kind: 'smtp',
      host: 'mail.example.org',
      port: 587,
      from: 'bot@example.org',
      to: ['a@example.org', 'b@example.org'],
      user: 'bot@example.org',
      password: 'MAIL_PASSWORD',
      on: [...USUAL_NOTICES],
    });
    assert.equal(job.notices?.length, 3);
    assert.deepEqual(job.notify, { url: 'HOOK', on: ['died'] });
  });

  it('means what it always meant where it names a `url`: the box tells, and nobody else', () => {
    const job = notices('{ url: HOOK, hmac: HOOK_KEY }');
    assert.deepEqual(job.notify, { url: 'HOOK', hmac: 'HOOK_KEY', on: ['ended', 'died', 'preempted'] });
    assert.equal(job.notices, undefined);
    assert.deepEqual(secretNamesOf(job), ['HOOK', 'HOOK_KEY']);
  });

  it('says of an unknown event which was meant, and all faults at once', () => {
    const all = said(`
  - { slack: SLACK, on: [seald] }
  - { webhook: HOOK, to: a@example.org }
  - { discord: A, slack: B }
  - { smtp: { host: mail.example.org } }`);
    assert.match(all.join('\n'), /"seald" is none of .*Did you mean "sealed"\?/);
    const rest = said(`
  - { webhook: HOOK, to: a@example.org }
  - { discord: A, slack: B }
  - { smtp: { host: mail.example.org } }
  - { slack: S, on: [died] }
  - { url: HOOK, on: [sealed] }
  - { url: OTHER }`);
    assert.deepEqual(
      [
        /`notify\[0\]\.to` belongs to `smtp`, and this is webhook/,
        /`notify\[1\]` names slack and discord/,
        /`notify\[2\]` says not who gets the mail/,
        /`notify\[2\]\.smtp` says not who the mail is from/,
        /Only a box says "died"\. Did you mean "failed"\?/,
        /A box does not know of "sealed"/,
        /more than one `url`/,
      ].filter((pattern) => !rest.some((each) => pattern.test(each))),
      [],
      rest.join('\n'),
    );
  });

  for (const [what, text, hidden] of [
    [
      'a webhook of Slack',
      '{ slack: "https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/xyzzyxyzzyxyzzy" }',
      'xyzzy',
    ],
    [
      'a webhook of Slack as an address',
      '{ webhook: "https://hooks.slack.com/services/T0/B0/xyzzyxyzzy" }',
      'xyzzy',
    ],
    ['a webhook of Discord', '[{ webhook: "https://discord.com/api/webhooks/123/xyzzy-xyzzy" }]', 'xyzzy'],
    [
      'a password',
      '{ smtp: { host: m.example.org, from: a@example.org, user: a }, password: "xyzzy hunter2!", to: a@example.org }',
      'xyzzy',
    ],
    ['a key', '[{ webhook: HOOK, secret: "xyzzy-0123-456" }]', 'xyzzy'],
    ['an address with a login', '{ webhook: "https://ada:xyzzyxyzzy@example.org/" }', 'xyzzy'],
    ['an address with a query', '{ webhook: "https://example.org/?token=xyzzyxyzzy" }', 'xyzzy'],
    ['an address in the old key', '{ url: "https://example.org/xyzzy" }', 'xyzzy'],
  ] as const) {
    it(`refuses ${what} where a name belongs, and does not print it`, () => {
      const problems = faults(text);
      assert.ok(problems.length > 0);
      assert.ok(!JSON.stringify(problems.map(({ what: said, next }) => [said, next])).includes(hidden));
    });
  }

  it('tells nobody the same thing twice', () => {
    for (const text of [
      '[slack, slack]',
      '[slack, { slack: SLACK_WEBHOOK_URL, on: [ended] }]',
      '[webhook, discord, { webhook: GPU_LEASE_WEBHOOK_URL }]',
      '[{ webhook: "https://example.org/a" }, { webhook: "https://example.org/a" }]',
    ])
      assert.match(said(text).join(), /`notify` tells .* of "?\w+.* twice/, text);
    for (const text of [
      '[{ slack: S, on: [ended] }, { slack: S, on: [sealed] }]',
      '[{ slack: S }, { slack: T }, { discord: S }]',
    ])
      assert.ok((notices(text).notices ?? []).length >= 2, text);
    assert.match(
      said(
        '[{ smtp: { host: m.example.org, from: a@example.org }, to: b@example.org }, { smtp: { host: m.example.org, from: a@example.org }, to: [b@example.org] }]',
      ).join(),
      /twice/,
    );
  });

  it('refuses addresses that are not https, and keys of platforms', () => {
    assert.match(said('{ webhook: "http://example.org/hook" }').join(), /is no https address/);
    assert.equal(notices('{ webhook: "http://127.0.0.1:8080/hook" }').notices?.length, 1);
    assert.match(
      said('[{ slack: RUNPOD_API_KEY }]').join(),
      /`notify\[0\]\.slack` names RUNPOD_API_KEY, a key of RunPod\. It would go to another service/,
    );
    assert.match(said('{ slack: GPU_LEASE_SECRET }').join(), /not the name of a secret/);
  });

  it('lets no header of a mail be written by its addresses', () => {
    for (const address of [
      'a@example.org\\nBcc: b@example.org',
      'Ada <a@example.org>',
      'a@example.org, b@example.org',
      '"a b"@example.org',
    ])
      assert.match(
        said(
          `{ smtp: { host: m.example.org, from: a@example.org }, to: ${JSON.stringify(address).replaceAll('\\\\', '\\')} }`,
        ).join(),
        /is no plain address/,
        address,
      );
  });

  it('leaves out by itself what nobody has to act upon', () => {
    const left = noticeEvents.filter((event) => !USUAL_NOTICES.includes(event));
    assert.deepEqual(left, ['started', 'checkpoint', 'preempted', 'sealed', 'unwatched']);
  });
});
