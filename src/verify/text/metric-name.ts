import type { JsonPath, JsonScalar } from '../read/json-scanner.ts';
import type { MetricsWatch } from './metrics-watch.ts';

/** `train.loss`; items of lists share the list's name. */
export function nameOf(path: JsonPath): string {
  const only = path[0];
  if (path.length === 1 && typeof only === 'string') return only;
  return path.filter((part) => typeof part === 'string').join('.');
}

export function offerMetric(metrics: MetricsWatch, scalar: JsonScalar, path: JsonPath, offset: number): void {
  const name = nameOf(path);
  if (scalar.kind === 'number') metrics.value(name, scalar.value, offset);
  else if (scalar.kind === 'nonFinite') metrics.notFinite(name, scalar.text, offset);
  else if (scalar.kind === 'string') metrics.value(name, { text: scalar.text }, offset);
  else metrics.value(name, scalar.value, offset);
}
