import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  COUNT_RANGE,
  DURATION,
  readCountRange,
  readDuration,
  readSize,
  readSizeRange,
  SIZE,
  SIZE_RANGE,
} from '../../src/job/quantity.ts';

describe('a duration', () => {
  const good: [string, number][] = [
    ['90s', 90],
    ['10min', 600],
    ['1.5h', 5400],
    ['2h', 7200],
    ['1d', 86_400],
    ['10 min', 600],
    ['90d', 7_776_000],
  ];
  for (const [text, seconds] of good) {
    it(`${text} is ${seconds} seconds`, () => {
      assert.deepEqual(readDuration(text), { ok: true, value: seconds });
      assert.match(text, DURATION);
    });
  }
  for (const text of [
    '',
    '10',
    '5m',
    '-1s',
    '0s',
    '0.0min',
    '91d',
    '1h30min',
    '1e3s',
    'NaNs',
    '١s',
    '10min ',
    '9999999999s',
  ]) {
    it(`${JSON.stringify(text)} is none`, () => assert.equal(readDuration(text).ok, false));
  }
});

describe('a size', () => {
  const good: [string, number][] = [
    ['512MB', 512e6],
    ['4GB', 4e9],
    ['16GiB', 17_179_869_184],
    ['1.5TB', 1.5e12],
    ['1 GB', 1e9],
  ];
  for (const [text, bytes] of good) {
    it(`${text} is ${bytes} bytes`, () => {
      assert.deepEqual(readSize(text), { ok: true, value: bytes });
      assert.match(text, SIZE);
    });
  }
  for (const text of ['', '4', '4G', '4gb', '-4GB', '0GB', '4KB', '2000TB', '4GB+']) {
    it(`${JSON.stringify(text)} is none`, () => assert.equal(readSize(text).ok, false));
  }
});

describe('a constraint on a size [XC-13]', () => {
  const good: [string, object][] = [
    ['40GB+', { min: 40 }],
    ['24GB..48GB', { min: 24, max: 48 }],
    ['24..48GB', { min: 24, max: 48 }],
    ['24 .. 48 GB', { min: 24, max: 48 }],
    ['..48GB', { max: 48 }],
    ['500MB..1TB', { min: 0.5, max: 1000 }],
    ['40 GB+', { min: 40 }],
    ['24GB..24GB', { min: 24, max: 24 }],
  ];
  for (const [text, range] of good) {
    it(`${text} is ${JSON.stringify(range)} GB`, () => {
      assert.deepEqual(readSizeRange(text), { ok: true, value: range });
      assert.match(text, SIZE_RANGE);
    });
  }
  for (const text of ['', '40GB', '40+', '48GB..24GB', '24GB..', '40GB++', '0GB+', 'a..b', '1GB..2GB..3GB']) {
    it(`${JSON.stringify(text)} is none`, () => assert.equal(readSizeRange(text).ok, false));
  }
});

describe('a constraint on a count [XC-13]', () => {
  for (const [text, range] of [
    ['8+', { min: 8 }],
    ['4..16', { min: 4, max: 16 }],
    ['..16', { max: 16 }],
  ] as const) {
    it(`${text} is ${JSON.stringify(range)}`, () => {
      assert.deepEqual(readCountRange(text), { ok: true, value: range });
      assert.match(text, COUNT_RANGE);
    });
  }
  for (const text of ['8', '0+', '-1+', '1.5+', '16..4', '+']) {
    it(`${JSON.stringify(text)} is none`, () => assert.equal(readCountRange(text).ok, false));
  }
});
