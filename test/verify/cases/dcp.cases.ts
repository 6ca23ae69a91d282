import type { Cases, SetCase } from '../cases.ts';
import { fixtureFiles, oracle } from '../fixtures.ts';

const folder = (name: string): SetCase => ({
  kind: 'dcp',
  name,
  root: '',
  files: () => fixtureFiles(`torch/${name}`),
  role: 'checkpoint',
  // Its metadata is a pickle of PyTorch's own classes, which no digest makes safer to load.
  verdict: 'pass-degraded',
  verdictWithDigest: 'pass-degraded',
  table: oracle(`torch/${name}.table.json`),
});

export const cases: Cases = { sets: [folder('dcp-one'), folder('dcp-two')] };
