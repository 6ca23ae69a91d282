import { formatSeconds } from '../clock.ts';
import type { MetricsRule } from '../job/job.ts';

export interface Point {
  step: number;
  loss: number | undefined;
  /** Every finite number of the line, by key. */
  values: Map<string, number>;
}

/**
 * One metrics line from a box: a JSON object with finite numbers. `undefined` for anything else; a line is a stranger's
 * word and never a reason to fail a look.
 */
export function parsePoint(
  line: string | null,
  rule: Pick<MetricsRule, 'stepKey' | 'lossKey'>,
): Point | undefined {
  if (!line || line.length > 65_536) return;
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return;
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return;
  const values = new Map<string, number>();
  for (const [key, value] of Object.entries(parsed)) {
    if (typeof value === 'number' && Number.isFinite(value)) values.set(key, value);
  }
  const step = values.get(rule.stepKey);
  if (step === undefined || step < 0) return;
  return { step, loss: values.get(rule.lossKey), values };
}

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
