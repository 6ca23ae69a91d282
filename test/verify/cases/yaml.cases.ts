import type { Cases, FormatCase } from '../cases.ts';
import { fixture } from '../fixtures.ts';

const NO_END = 'only its last line end is gone, and a text without one is whole';

const yaml = (name: string, contains: string[], over: Partial<FormatCase> = {}): FormatCase => ({
  format: 'yaml',
  name,
  bytes: () => fixture(`yaml/${name}`),
  options: { role: 'config', contains },
  verdict: 'pass-degraded',
  payload: { from: 40, to: fixture(`yaml/${name}`).length - 40, guarded: false },
  harmless: { cut: NO_END, crlf: 'YAML knows both line ends' },
  ...over,
});

export const cases: Cases = {
  formats: [
    yaml('hparams.yaml', ['optimizer.betas', 'vocab_size']),
    yaml('config.yaml', ['model.params.name', 'yes']),
    yaml('flow.yaml', ['optimizer.name', 'vocab_size']),
    yaml('mixed.yaml', ['model.params.name', 'yes']),
    yaml('documents.yaml', ['seed', 'vocab_size', 'yes'], {
      harmless: { cut: NO_END, doubled: 'the same documents once more' },
    }),
    yaml('namespace.yaml', ['step'], { verdictWithDigest: 'pass-degraded' }),
  ],
};
