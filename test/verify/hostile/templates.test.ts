import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reachingInside } from '../../../src/verify/read/jinja.ts';
import { codesOf, verify } from '../memory-source.ts';

const LOOP = '{% for x in [].__class__.__base__.__subclasses__() %}{{ x }}{% endfor %}';
const CHAT =
  "{% for message in messages %}{{ '<|' + message['role'] + '|>' + message.content | trim }}{% endfor %}{# .__doc__ #} see x.__doc__";

describe('a chat template that reaches for the inside of Python', () => {
  for (const template of [
    LOOP,
    '{{ self.__init__.__globals__ }}',
    "{{ lipsum['__globals__'] }}",
    "{{ messages|attr('__class__') }}",
    "{{ messages | attr('_' * 2 + 'class' + '_' * 2) }}",
    '{{ messages|attr(name) }}',
    "{{ messages['\\x5f\\x5fclass\\x5f\\x5f'] }}",
    "{{ messages|map(attribute='__class__')|list }}",
    '{{ (x for x in []).gi_frame }}',
    "{{ messages['_' ~ '_' ~ x ~ '_' ~ '_'] }}",
    "{{ messages[u ~ 'class' ~ u] }}{{ messages['globals' + u] }}",
    "{{ messages['%c%cclass%c%c'|format(95, 95, 95, 95)] }}",
    `${CHAT}{{ messages.__class__ }}`,
    // Jinja 3.1 renders these: an end within quotes or brackets is none, and a comment or what is raw opens no quote.
    "{{ '}}'.__class__ }}",
    "{{ ''|attr('a'|replace('a', '__class__')) }}",
    "{{ ''[dict(__class__=1)|first] }}",
    "{{ [''] | map('attr', '__class__') | list }}",
    "{{ ''[('__class__')] }}",
    "{% set k = '__class__' %}{{ ''[k] }}",
    '{{ self._TemplateReference__context }}',
    "{% set x = '%}'.__class__ %}",
    "{{ {'a':{}}.__class__ }}",
    `{{ "\\"}}".__class__ }}`,
    "{# {{ ' #}{{ x.__class__ }}",
    "{% raw %}{{ ' {% endraw %}{{ '}}'.__class__ }}",
    "{{ [[x['_' ~ '_class__']]] }}",
  ])
    it(`is seen: ${template.slice(-60)}`, () => {
      assert.notEqual(reachingInside(template), undefined);
    });

  for (const template of [
    CHAT,
    "{{ '__start__' + message['content'] + 'a.__b__' }}",
    "{{ message|attr('content') }}",
    "{{ 'Write an __init__ for each class.' }}",
    '{% set ns = namespace(first=true) %}{{ ns.first }}',
    "{{ lang ~ '_' ~ message['role'] }}{{ names[lang ~ ':' ~ i] }}{{ x['class'] }}",
    '{{ not closed.__class__',
    '{{'.repeat(200_000),
    // None takes the square of its length.
    `{{ ${'a['.repeat(500_000)} }}`,
    `{{ '${"\\'".repeat(500_000)} }}`,
    `{{ ${'['.repeat(500_000)} }}`,
    `{{ ${"'a' ~ ".repeat(100_000)} }}`,
    `${"{{ ' }}".repeat(100_000)}`,
    "{# '}}'.__class__ #}{{ {'a':{'b': 1}} }}",
  ])
    it(`is not seen in ${template.slice(0, 60)}`, () => {
      assert.equal(reachingInside(template), undefined);
    });

  it('fails wherever loaders take it from', async () => {
    const config = (chat_template: unknown) => JSON.stringify({ model_max_length: 8, chat_template });
    for (const [content, label] of [
      [LOOP, 'chat_template.jinja'],
      [`\n ${LOOP}`, 'chat_template.jinja'],
      [`${'{{ x }}'.repeat(20_000)}${LOOP}`, 'chat_template.jinja'],
      [config(LOOP), 'tokenizer_config.json'],
      [
        config([
          { name: 'default', template: CHAT },
          { name: 'tools', template: LOOP },
        ]),
        'tokenizer_config.json',
      ],
    ] as const) {
      const verdict = await verify(content, { label, role: 'config' });
      assert.equal(verdict.verdict, 'fail', label);
      assert.ok(codesOf(verdict).includes('template-escape'));
    }
    const { verdict } = await verify(config(CHAT), { label: 'tokenizer_config.json', role: 'config' });
    assert.equal(verdict, 'pass-degraded');
  });
});
