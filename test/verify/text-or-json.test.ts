import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role } from '../../src/evidence-level.ts';
import { roleByContent } from '../../src/verify/engine/role-by-content.ts';
import { verify } from './memory-source.ts';

const TEMPLATE =
  "{%- for message in messages %}\n{{ '<|' + message['role'] + '|>' }}\n{{ message['content'] }}\n{%- endfor %}\n";

describe('a text that begins with a bracket', () => {
  for (const { what, content, label, role } of [
    { what: 'a chat template', content: TEMPLATE, label: 'chat_template.jinja', role: 'config' },
    {
      what: 'a template that is called .json',
      content: TEMPLATE,
      label: 'chat_template.json',
      role: 'config',
    },
    {
      what: 'a template with an expression first',
      content: `{{- bos_token }}\n${TEMPLATE}`,
      label: 'chat.jinja',
      role: 'config',
    },
    {
      what: 'a template with a comment first',
      content: `{# by hand #}\n${TEMPLATE}`,
      label: 'chat.jinja',
      role: 'config',
    },
    {
      what: 'a dated log',
      content: '[2024-05-01 10:00:00] step 1\n[2024-05-01 10:00:01] step 2\n',
      label: 'train.log',
      role: 'log',
    },
    {
      what: 'a log of the logging module',
      content: '[2024-05-01 10:00:00,123] INFO - step 1\n',
      label: 'train.log',
      role: 'log',
    },
    {
      what: 'a log with its level first',
      content: '[INFO] step 1\n[INFO] step 2\n',
      label: 'train.log',
      role: 'log',
    },
    {
      what: 'a log of ranks',
      content: '[rank0]: step 1\n[rank1]: step 1\n',
      label: 'train.log',
      role: 'log',
    },
    {
      what: 'a log that counts',
      content: '[1/100] loss 0.5\n[2/100] loss 0.4\n',
      label: 'train.log',
      role: 'log',
    },
    { what: 'a log of steps', content: '[1] loss 0.5\n[2] loss 0.4\n', label: 'train.log', role: 'log' },
  ] as const)
    it(`[issue 10, 12] is no broken JSON: ${what}`, async () => {
      const verdict = await verify(content, { role: role as Role, label });
      assert.deepEqual(
        [verdict.format, verdict.verdict],
        ['text', 'pass-degraded'],
        JSON.stringify(verdict.reasons[0]),
      );
    });

  it('[issue 16, 6] is text where colours come before its bracket', async () => {
    const { format } = await verify('\x1b[31mlr = 0.1\x1b[0m\n', { role: 'config', label: 'out.conf' });
    assert.equal(format, 'text');
  });

  it('[issue 10, 12] is a log where nobody says what it is', () => {
    const bytes = new TextEncoder().encode('[2024-05-01 10:00:00] step 1\n[2024-05-01 10:00:01] step 2\n');
    assert.equal(roleByContent(bytes, bytes.length), 'log');
  });

  for (const { what, content, role } of [
    { what: 'settings with named sections', content: '[submodule "x"]\n\tpath = x\n', role: 'log' },
    { what: 'a phrase book', content: '[article A title\n[quickbook 1.6]\n]\n', role: 'log' },
    { what: 'lines of a word and its tag', content: 'a\tNN\nb\tNN\nEOS\nc\tVB\nEOS\nd\tVB\n', role: 'log' },
    { what: 'a bibliography', content: '@article{a,\n  title = {x, y},\n  year = 1999,\n}\n', role: 'log' },
    {
      what: 'numbers with a bracket behind zeros',
      content: `${'\0'.repeat(16)}[${'\0'.repeat(80)}`,
      role: 'opaque',
    },
    { what: 'a library', content: `\x7fELF${'a'.repeat(900)}\0\0`, role: 'opaque' },
    { what: 'words with zeros among them', content: `${'a word '.repeat(200)}\0\0`, role: 'opaque' },
    { what: 'a picture of DICOM', content: `${'\0'.repeat(128)}DICM`, role: 'opaque' },
    { what: 'an object', content: '{"a": 1,\n "b": [2, 3]}\n', role: 'config' },
    { what: 'lines of objects, the last of them cut', content: '{"a": 1}\n{"a": 2}\n{"a', role: 'metrics' },
    { what: 'a table', content: 'a,b\n1,2\n3,4\n', role: 'metrics' },
  ])
    it(`[issue 16, 6] is told by its whole start where no name says what it is: ${what}`, () => {
      const bytes = new TextEncoder().encode(content);
      assert.equal(roleByContent(bytes, bytes.length), role);
    });

  for (const { what, content } of [
    { what: 'a cut object', content: '{"a": 1, "b"' },
    { what: 'a list with something behind it', content: '[1, 2, 3] x' },
    { what: 'an object of which one bit was flipped', content: '{#a": 1}' },
    { what: 'a list that is cut', content: '["a", "b' },
  ])
    it(`is broken JSON: ${what}`, async () => {
      const { format, verdict } = await verify(content, { role: 'config', label: 'config.json' });
      assert.deepEqual([format, verdict], ['json', 'fail']);
    });
});
