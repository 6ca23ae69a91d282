import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { maskSecret } from '../../src/github/runner.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { secretForms } from '../../src/secret/forms.ts';
import { Redactor, redactorOf } from '../../src/secret/redactor.ts';

const SECRET = 'hf_9xQ7/ü+Zk "42" end';

const knowing = (...values: string[]): Redactor => {
  const redactor = new Redactor();
  for (const value of values) redactor.learn(value);
  return redactor;
};

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

describe('the forms of a secret', () => {
  for (const [name, form] of Object.entries({
    'as it is': SECRET,
    'in base64': base64(SECRET),
    'in base64 after one byte': base64(`a${SECRET}`),
    'in base64 after two bytes': base64(`ab${SECRET}`),
    'in base64 between others': base64(`user:${SECRET}:more`),
    'in base64url': Buffer.from(SECRET, 'utf8').toString('base64url'),
    'percent-encoded': encodeURIComponent(SECRET),
    'percent-encoded in lower case': encodeURIComponent(SECRET).replace(/%../g, (each) => each.toLowerCase()),
    'as a form field': encodeURIComponent(SECRET).replaceAll('%20', '+'),
    'percent-encoded byte by byte': hex(SECRET).replace(/../g, '%$&'),
    hexadecimal: hex(SECRET),
    'hexadecimal in capitals': hex(SECRET).toUpperCase(),
    'in JSON': JSON.stringify({ key: SECRET }),
    'back to front': [...SECRET].reverse().join(''),
  })) {
    it(`are found ${name} [GH-08]`, () => {
      const clean = knowing(SECRET).text(`before ${form} after`);
      assert.match(clean, /^before .*\*\*\*.* after$/s);
      // What is left around it is too little to tell the secret.
      assert.ok(clean.length < 'before *** after'.length + 20, clean);
    });
  }

  it('are found line by line, and where base64 breaks its lines', () => {
    const key = [
      '-----BEGIN KEY-----',
      ...['aB3dE5gH', 'zY9xW7vU', 'qR2sT4uV'].map((each) => each.repeat(8)),
      'end',
    ].join('\n');
    const redactor = knowing(key);
    for (const line of key.split('\n').slice(1, -1)) assert.equal(redactor.text(`> ${line}`), '> ***');
    const wrapped = base64(key).replace(/.{76}/g, '$&\n');
    assert.equal(redactor.text(wrapped).replace(/[*\n]/g, '').length < 8, true);
    assert.equal(
      redactor.text('-----BEGIN KEY-----'),
      '-----BEGIN KEY-----',
      'no secret is in the frame of one',
    );
  });

  it('leave nothing of any secret, wherever in a text and however encoded it stands', () => {
    const secrets = fc
      .string({ unit: 'grapheme', minLength: 12, maxLength: 60 })
      .filter((each) => secretForms(each).length > 0 && !/[\r\n]/.test(each));
    fc.assert(
      fc.property(secrets, fc.string({ maxLength: 20 }), (value, around) => {
        const secret = value.trim();
        const redactor = knowing(secret);
        for (const text of [around + secret + around, hex(around + secret), base64(around + secret + around)])
          assert.equal(redactor.text(text).includes('***'), true, JSON.stringify(text));
      }),
      { numRuns: 300 },
    );
  });

  it('are none for what is short or plain: masking "us-east" would blank half a log', () => {
    for (const value of ['', 'true', 'us-east', '8080', '00000000000', '----------']) {
      assert.deepEqual(secretForms(value), [], value);
      assert.equal(knowing(value).text(`at ${value} now`), `at ${value} now`);
    }
  });

  it('go to the runner before anything is said, and a value that cannot be masked is told', () => {
    const masked: string[] = [];
    assert.equal(
      maskSecret(SECRET, (form) => void masked.push(form)),
      true,
    );
    for (const form of [SECRET, base64(SECRET), hex(SECRET), encodeURIComponent(SECRET)])
      assert.ok(masked.includes(form), form);
    assert.equal(
      masked.every((form) => form.length >= 8),
      true,
    );
    assert.equal(
      maskSecret('short', () => assert.fail('masked')),
      false,
    );
    assert.equal(
      maskSecret('', () => assert.fail('masked')),
      true,
    );
  });
});

describe('what is shown and stored', () => {
  it('knows every credential of the environment by its name', () => {
    const redactor = redactorOf({
      RUNPOD_API_KEY: 'rp-1234567890',
      WANDB_PASSWORD: 'correct-horse',
      GH_TOKEN: 'ghs_abcdefgh1234',
      PATH: '/usr/bin:/usr/local/bin',
      KEYBOARD: 'qwertz-layout',
    });
    assert.equal(redactor.text('rp-1234567890 correct-horse ghs_abcdefgh1234'), '*** *** ***');
    assert.equal(
      redactor.text('/usr/bin:/usr/local/bin qwertz-layout'),
      '/usr/bin:/usr/local/bin qwertz-layout',
    );
  });

  it('keeps the kind and the place of a failure, and loses the secret in its words and its cause', () => {
    const redactor = knowing('s3cret-value');
    const at = { file: 'train.py', line: 3, column: 1 };
    const problem = new Problem(
      {
        code: 'c',
        kind: 'smoke',
        what: 'says s3cret-value',
        next: 'no s3cret-value',
        costing: ['s3cret-value'],
        at,
      },
      { cause: new Error('s3cret-value') },
    );
    const told = redactor.error(new Problems([problem])) as Problems;
    assert.deepEqual(told.all[0].at, at);
    assert.equal(told.all[0].kind, 'smoke');
    assert.equal(
      JSON.stringify([
        told.message,
        told.all[0].what,
        told.all[0].costing,
        String(told.all[0].cause),
      ]).includes('s3cret'),
      false,
    );
    const bug = redactor.error(new TypeError('no s3cret-value here')) as Error;
    assert.match(`${bug.message}${bug.stack}`, /no \*\*\* here/);
    assert.doesNotMatch(`${bug.message}${bug.stack}`, /s3cret/);
  });

  it('redacts every text within a plain value and leaves the rest as it is', () => {
    const redactor = knowing('s3cret-value');
    assert.deepEqual(redactor.deep({ a: ['x s3cret-value', 1, null], b: { c: true, d: undefined } }), {
      a: ['x ***', 1, null],
      b: { c: true, d: undefined },
    });
  });
});
