import type { Subject, Walk } from '../contract/format.ts';
import { PushParser } from '../read/push-parser.ts';
import { wholeFile } from '../tensor/pass.ts';
import { UbjsonStream } from './ubjson-stream.ts';

const MOST_DEPTH = 100;

export function openUbjson(subject: Subject): Walk {
  const { budgets, sizeBytes, findings, keys } = subject;
  const stream = new UbjsonStream(
    {
      key: (name, depth) => {
        if (depth < 2) keys.addValue(name, name);
      },
      notFinite: (key, offset) => {
        findings.fail('L3', 'non-finite', `"${key.slice(0, 80)}" holds a NaN`, { offset });
      },
    },
    { depth: MOST_DEPTH, values: budgets.objects, sizeBytes },
  );
  const parser = new PushParser(stream.read());
  return {
    checksummed: false,
    reaches: 'L3',
    regions: () => [
      wholeFile(subject, { feed: (...piece) => parser.feed(...piece), end: () => parser.end(sizeBytes) }),
    ],
    finish: () => {},
  };
}
