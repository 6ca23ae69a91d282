import type { Cases } from '../cases.ts';
import { fixture } from '../fixtures.ts';

const KILLED = 'a writer that was killed leaves a cut last record: degraded, with the place';

const events = (name: string) => ({
  format: 'tf-events',
  name,
  bytes: () => fixture(`tensorflow/${name}.tfevents`),
  options: { role: 'metrics' as const },
  verdict: 'pass-degraded' as const,
  payload: { from: 100, to: fixture(`tensorflow/${name}.tfevents`).length, guarded: true },
  harmless: { cut: KILLED, half: KILLED },
});

const examples = () => fixture('tensorflow/examples.tfrecord');

export const cases: Cases = {
  formats: [
    {
      format: 'tfrecord',
      name: 'examples',
      bytes: examples,
      options: { role: 'dataset' },
      verdict: 'pass-degraded',
      payload: { from: 0, to: examples().length, guarded: true },
    },
    events('summary'),
    events('tensorboardx'),
  ],
};
