// Loaded by `node --import` before a program of ours: its wall clock is ahead by as many seconds as the file of SHIFTED_BY says now.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const Real = Date;
const file = process.env.SHIFTED_BY ?? '';
let readAt = Number.NEGATIVE_INFINITY;
let aheadMs = 0;

function now() {
  if (performance.now() - readAt > 20) {
    readAt = performance.now();
    aheadMs = Number(readFileSync(file, 'utf8')) * 1000;
  }
  return Real.now() + aheadMs;
}

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
};
