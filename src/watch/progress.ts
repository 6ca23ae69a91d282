import { formatSeconds } from '../clock.ts';
import type { Point } from '../metrics/sighting.ts';

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

/** "12.3 steps/s, loss 0.0412, 3 min left" */
export function describeProgress(point: Point, speed: Pace | undefined): string {
  const parts: string[] = [];
  if (speed)
    parts.push(
      `${speed.stepsPerSecond >= 10 ? speed.stepsPerSecond.toFixed(0) : speed.stepsPerSecond.toPrecision(2)} steps/s`,
    );
  if (point.loss !== undefined) parts.push(`loss ${point.loss.toPrecision(4)}`);
  if (speed?.etaSeconds !== undefined) parts.push(`${formatSeconds(speed.etaSeconds)} left`);
  return parts.join(', ');
}
