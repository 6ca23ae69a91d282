import type { Cases, FormatCase } from '../cases.ts';
import { fixture, oracle } from '../fixtures.ts';

type Rest = Partial<FormatCase>;

const npy = (name: string, rest: Rest = {}): FormatCase => {
  const bytes = fixture(`numpy/${name}.npy`);
  const headerBytes = 10 + (bytes[8] as number) + 256 * (bytes[9] as number);
  return {
    format: 'npy',
    name,
    bytes: () => bytes,
    verdict: 'pass-degraded',
    table: oracle(`numpy/${name}.table.json`),
    payload: { from: headerBytes, to: bytes.length, guarded: false },
    ...rest,
  };
};

const npz = (name: string, rest: Rest = {}): FormatCase => ({
  format: 'npz',
  name,
  bytes: () => fixture(`numpy/${name}.npz`),
  verdict: 'pass',
  table: oracle(`numpy/${name}.table.json`),
  ...rest,
});

const OBJECTS: Rest = { verdictWithDigest: 'pass-degraded' };

/** Made by NumPy 2.4 and 1.24: fixtures/numpy/make-numpy.py. */
export const cases: Cases = {
  formats: [
    npy('np2-f32', { float: { at: 128 + 40, type: 'f32' } }),
    npy('np2-f64-fortran', { float: { at: 128 + 80, type: 'f64' } }),
    npy('np2-f32-big-endian', { float: { at: 128 + 40, type: 'f32', bigEndian: true } }),
    npy('np2-bf16', { float: { at: 128 + 40, type: 'bf16' } }),
    npy('np2-records', { float: { at: 192 + 4, type: 'f32', bigEndian: true } }),
    npy('np2-version-2', { float: { at: 128 + 40, type: 'f32' } }),
    npy('np2-version-3'),
    npy('np2-text'),
    npy('np2-objects', OBJECTS),
    npy('np1-f32', { float: { at: 128 + 40, type: 'f32' }, fuzz: 0.3 }),
    npy('np1-f64-fortran', { fuzz: 0.1 }),
    npy('np1-records', { fuzz: 0.3 }),
    npy('np1-objects', { ...OBJECTS, fuzz: 0.3 }),
    npz('np2-stored', { payload: { from: 0x120, to: 0x420, guarded: true } }),
    npz('np2-deflated', { payload: { from: 0x40, to: 0x200, guarded: true } }),
    npz('np1-stored', { fuzz: 0.3 }),
    npz('np1-deflated', { fuzz: 0.3 }),
  ],
};
