import type { Cases, FormatCase } from '../cases.ts';
import { fixture, oracle } from '../fixtures.ts';

const vectors = (format: string, file: string, over: Partial<FormatCase> = {}): FormatCase => ({
  format,
  name: file,
  bytes: () => fixture(`vectors/${file}`),
  options: { role: 'model' },
  verdict: 'pass-degraded',
  table: oracle(`vectors/${file}.table.json`),
  payload: { from: 200, to: 1400, guarded: false },
  ...over,
});

const LINES = {
  cut: 'only the last line end is gone; it is degraded for that',
  crlf: 'readers drop what is blank at the end of a line',
};

/** Made by gensim 4.4: fixtures/vectors/make-vectors.py. */
export const cases: Cases = {
  formats: [
    vectors('word2vec', 'word2vec.bin', { float: { at: 10, type: 'f32' } }),
    vectors('word2vec-text', 'word2vec.txt', { harmless: LINES }),
    vectors('glove', 'glove.txt', { harmless: LINES }),
  ],
};
