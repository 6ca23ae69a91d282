import type { Cases, FormatCase } from '../cases.ts';
import { fixture, fixtureFiles, oracle } from '../fixtures.ts';

type Rest = Partial<FormatCase>;

/** What needs more than plain data stays degraded however well its bytes are known. */
const made = (format: string, file: string, table: string, rest: Rest = {}): FormatCase => ({
  format,
  name: file,
  bytes: () => fixture(`pickle/${file}`),
  verdict: 'pass-degraded',
  verdictWithDigest: 'pass-degraded',
  table: oracle(`pickle/${table}.table.json`),
  ...rest,
});

const arrays = (prefix: string): FormatCase[] => [
  made('pickle', `${prefix}-arrays-p2.pkl`, `${prefix}-arrays`, { fuzz: 0.5 }),
  made('pickle', `${prefix}-arrays-p4.pkl`, `${prefix}-arrays`, { fuzz: 0.5 }),
  made('pickle', `${prefix}-arrays-p5.pkl`, `${prefix}-arrays`),
  made('joblib', `${prefix}-raw.joblib`, `${prefix}-arrays`),
  made('joblib', `${prefix}-zlib.joblib.z`, `${prefix}-arrays`, ZIPPED),
  made('joblib', `${prefix}-gzip.joblib.gz`, `${prefix}-arrays`, ZIPPED),
  ...['bz2', 'xz', 'lz4'].map((way) =>
    made('joblib', `${prefix}-${way}.joblib.${way}`, `${prefix}-arrays`, {
      table: oracle(`pickle/${prefix}-arrays.table.json`).flatMap(({ name, ...row }) =>
        name.startsWith('params.') ? [{ ...row, name: name.slice('params.'.length) }] : [],
      ),
      ...(way === 'lz4' ? {} : ZIPPED),
      ...(way === 'xz' ? { harmless: { appended: 'zeros by fours are padding that xz allows' } } : {}),
      fuzz: 0.5,
    }),
  ),
  made('joblib', `${prefix}-logistic.joblib`, `${prefix}-logistic`, { fuzz: 0.5 }),
  made('joblib', `${prefix}-forest.joblib`, `${prefix}-forest`, { fuzz: 0.5 }),
  made('joblib', `${prefix}-pipeline.joblib`, `${prefix}-pipeline`, { fuzz: 0.5 }),
  made('pickle', `${prefix}-scaler.pkl`, `${prefix}-scaler`, { fuzz: 0.5 }),
  made('pickle', `${prefix}-rng.pkl`, `${prefix}-rng`, { fuzz: 0.5 }),
];

const ZIPPED: Rest = { payload: { from: 64, to: 1600, guarded: true } };

/** Plain data: nothing in it needs more than a reader of plain data. */
const data = (protocol: number, rest: Rest = {}): FormatCase => ({
  format: 'pickle',
  name: `data-p${protocol}.pkl`,
  bytes: () => fixture(`pickle/data-p${protocol}.pkl`),
  options: { role: 'dataset' },
  verdict: 'pass-degraded',
  ...rest,
});

const TWICE = 'joblib wrote one array under two names into two files';
const EXCHANGEABLE = {
  'model.pkl_01.npy': TWICE,
  'model.pkl_02.npy': TWICE,
  'model.pkl_01.npy.z': TWICE,
  'model.pkl_02.npy.z': TWICE,
};

/** Made by Python's pickle, joblib and scikit-learn: fixtures/pickle/make-pickle.py. */
export const cases: Cases = {
  formats: [
    ...arrays('new'),
    ...arrays('old'),
    ...[0, 1, 2, 3].map((protocol) => data(protocol, { verdictWithDigest: 'pass-degraded', fuzz: 0.5 })),
    ...[4, 5].map((protocol) => data(protocol)),
  ],
  sets: ['plain', 'packed'].map((name) => ({
    kind: 'joblib-siblings',
    name,
    root: 'model.pkl',
    files: () => fixtureFiles(`joblib-old/${name}`),
    verdict: 'pass-degraded',
    verdictWithDigest: 'pass-degraded',
    exchangeable: EXCHANGEABLE,
  })),
};
