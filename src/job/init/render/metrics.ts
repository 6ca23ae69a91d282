import type { Habits } from '../trainer.ts';
import { comment } from './yaml-text.ts';

/** Where the losses are: progress, rate, ETA and the drill read them. */
export function renderMetrics({ metrics }: Habits): string[] {
  if (!metrics)
    return [
      '# metrics: metrics.jsonl # one JSON object per line, with step and loss: progress, ETA and the drill read it',
    ];
  const { path, log, format, stepKey, lossKey } = metrics;
  const parts = [
    ...(path === undefined ? [] : [`path: ${JSON.stringify(path)}`]),
    ...(log === undefined ? [] : [`log: ${JSON.stringify(log)}`]),
    ...(format === undefined || format === 'jsonl' ? [] : [`format: ${format}`]),
    ...(stepKey === undefined || stepKey === 'step' ? [] : [`step-key: ${stepKey}`]),
    ...(lossKey === undefined ? [] : [`loss-key: ${JSON.stringify(lossKey)}`]),
  ];
  return [
    ...comment(`Progress, rate and ETA are read from here: ${metrics.why}.`),
    `metrics: {${parts.join(', ')}}`,
  ];
}
