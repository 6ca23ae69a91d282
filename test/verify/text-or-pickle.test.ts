import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verify } from './memory-source.ts';

const prose = 'the loss went down and the learning rate with it. '.repeat(40);

describe('a text that begins like a pickle', () => {
  for (const { what, content } of [
    { what: 'the end of a sentence, as in a rotated log', content: `). ${prose}\n` },
    { what: 'the end of a list', content: `]. ${prose}\n` },
    { what: 'the end of an object', content: `}.\n${prose}\n` },
    { what: 'one long line in parentheses', content: `(V100, one card) ${prose.replaceAll('\n', ' ')}` },
    { what: 'a long line after a bracket', content: `)I ${prose}` },
    { what: 'an empty line', content: `(.\n${prose}` },
    { what: 'a word in parentheses, and one more', content: `(init)\nstarted\n${prose}` },
    { what: 'a state in parentheses', content: `(i=0)\nready\n${prose}` },
  ])
    it(`[issue 10, 12] is a text: ${what}`, async () => {
      const { format, verdict, reasons } = await verify(content, { role: 'log', label: 'train.log' });
      assert.deepEqual([format, verdict], ['text', 'pass-degraded'], JSON.stringify(reasons[0]));
    });

  for (const { what, content } of [
    { what: 'a list of numbers', content: '(lp0\nI1\naI2\na.' },
    { what: 'an import, called', content: "cos\nsystem\n(S'id'\ntR." },
    { what: 'an import, called, with a text behind it', content: `cos\nsystem\n(S'id'\ntR.${prose}` },
    { what: 'a dict that goes on for long', content: `(dp0\n${"S'k'\nI1\ns".repeat(100)}.` },
    { what: 'a list with a long text', content: `(lp0\nV${prose.repeat(50)}\na.` },
  ])
    it(`is a pickle: ${what}`, async () => {
      const { format } = await verify(content, { role: 'log', label: 'train.log' });
      assert.equal(format, 'pickle');
    });
});
