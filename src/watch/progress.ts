import { formatSeconds } from '../clock.ts';
import type { Point } from '../metrics/sighting.ts';
import type { Fact } from '../world.ts';

export interface Pace {
  stepsPerSecond: number;
  etaSeconds: number | undefined;
}

/** Pace between two sightings; `undefined` until the step has moved. */
export function pace(
  first: { step: number; atSeconds: number },
  last: { step: number; atSeconds: number },
  totalSteps: number | undefined,
): Pace | undefined {
  const seconds = last.atSeconds - first.atSeconds;
  const steps = last.step - first.step;
  if (seconds <= 0 || steps <= 0) return;
  const stepsPerSecond = steps / seconds;
  const left = totalSteps === undefined ? undefined : Math.max(0, totalSteps - last.step);
  return { stepsPerSecond, etaSeconds: left === undefined ? undefined : left / stepsPerSecond };
}

/** "12.3 steps/s", "loss 0.0412" and "3 min left", as far as they are known. */
export function factsOfProgress(point: Point | undefined, speed: Pace | undefined): Fact[] {
  const rate = speed?.stepsPerSecond;
  const left = speed?.etaSeconds;
  const loss = point?.loss;
  return [
    ...known('rate', rate, (value) => `${value >= 10 ? value.toFixed(0) : value.toPrecision(2)} steps/s`),
    ...known('loss', loss, (value) => `loss ${value.toPrecision(4)}`),
    ...known('left', left, (value) => `${formatSeconds(value)} left`),
  ];
}

const known = (is: Fact['is'], value: number | undefined, words: (value: number) => string): Fact[] =>
  value === undefined ? [] : [{ is, text: words(value) }];
