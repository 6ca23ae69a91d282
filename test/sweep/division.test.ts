import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Cell } from '../../src/job/job.ts';
import { Problem } from '../../src/problem.ts';
import { divide, divisionOf, jobOfPart, partId, partOfId } from '../../src/sweep/division.ts';
import { jobWith } from '../lease/told-run.ts';

const cellsOf = (weights: readonly number[]): Cell[] =>
  weights.map((weight, at) => ({ name: `c${at}`, vars: {}, weight }));

const someWeights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 40 });
const someBoxes = fc.integer({ min: 1, max: 12 });

const loadsOf = (cells: readonly Cell[], roster: readonly string[][]): number[] =>
  roster.map((part) =>
    part.reduce((sum, name) => sum + (cells.find((cell) => cell.name === name)?.weight ?? 1), 0),
  );

describe('the division of a sweep', () => {
  it('gives every cell to exactly one part and leaves no part empty [SW-05]', () => {
    fc.assert(
      fc.property(someWeights, someBoxes, (weights, boxes) => {
        const cells = cellsOf(weights);
        const roster = divide(cells, boxes);
        assert.deepEqual(roster.flat().sort(), cells.map(({ name }) => name).sort());
        assert.equal(roster.length, Math.min(boxes, cells.length));
        assert.ok(roster.every((part) => part.length > 0));
      }),
    );
  });

  it('is the same whatever the order of the job file, so a re-run finds its parts [SW-04]', () => {
    fc.assert(
      fc.property(
        someWeights,
        someBoxes,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (weights, boxes, random) => {
          const cells = cellsOf(weights);
          const shuffled = cells
            .map((cell) => ({ cell, at: random.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ cell }) => cell);
          assert.equal(divisionOf(divide(shuffled, boxes)), divisionOf(divide(cells, boxes)));
        },
      ),
    );
  });

  it('lets queues end together: none is longer than the mean by more than its longest cell [SW-02]', () => {
    fc.assert(
      fc.property(someWeights, someBoxes, (weights, boxes) => {
        const cells = cellsOf(weights);
        const roster = divide(cells, boxes);
        const mean = weights.reduce((sum, weight) => sum + weight, 0) / roster.length;
        const bound = mean + Math.max(...weights) * (1 - 1 / roster.length);
        assert.ok(Math.max(...loadsOf(cells, roster)) <= bound + 1e-9);
      }),
    );
  });

  it('is within a third of the best there is, for what can be tried in full', () => {
    const best = (weights: readonly number[], boxes: number): number => {
      const loads = new Array<number>(boxes).fill(0);
      const place = (at: number): number => {
        if (at === weights.length) return Math.max(...loads);
        return Math.min(
          ...loads.map((_, box) => {
            loads[box] = (loads[box] ?? 0) + (weights[at] ?? 0);
            const found = place(at + 1);
            loads[box] = (loads[box] ?? 0) - (weights[at] ?? 0);
            return found;
          }),
        );
      };
      return place(0);
    };
    const few = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 3, maxLength: 7 });
    fc.assert(
      fc.property(few, (weights) => {
        const cells = cellsOf(weights);
        const longest = Math.max(...loadsOf(cells, divide(cells, 3)));
        assert.ok(longest <= best(weights, 3) * (4 / 3) + 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  it('gives cells without weights to all boxes in equal numbers, and keeps the order of the file in each', () => {
    const cells = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, vars: {} }));
    assert.deepEqual(divide(cells, 2), [
      ['a', 'c', 'e'],
      ['b', 'd'],
    ]);
  });

  it('is refused over more boxes than a matrix has jobs, with the fix', () => {
    const cells = cellsOf(new Array<number>(300).fill(1));
    assert.equal(divide(cells, 256).length, 256);
    assert.throws(
      () => divide(cells, 257),
      (error: unknown) =>
        error instanceof Problem && error.code === 'too-many-boxes' && /at most 256 boxes/.test(error.next),
    );
    assert.throws(() => divide(cells, 0), { code: 'bad-boxes' });
    assert.throws(() => divide(cells, 1.5), { code: 'bad-boxes' });
  });
});

describe('a part of a sweep', () => {
  const job = jobWith({
    cells: cellsOf([3, 1, 1, 1]),
    budget: { usd: 12, hours: 10, usdPerHour: 2, usdPerDay: 6, gpuHours: 40, usdRepositoryPerDay: 50 },
  });
  const roster = divide(job.cells, 2);

  it('has its share of the money by what its cells weigh; hours, price and the day of all are not divided', () => {
    const parts = [1, 2].map((part) => jobOfPart(job, roster, part).budget);
    assert.deepEqual(parts, [
      { usd: 6, hours: 10, usdPerHour: 2, usdPerDay: 3, gpuHours: 20, usdRepositoryPerDay: 50 },
      { usd: 6, hours: 10, usdPerHour: 2, usdPerDay: 3, gpuHours: 20, usdRepositoryPerDay: 50 },
    ]);
  });

  it('may never spend more than the job allows for all parts together', () => {
    fc.assert(
      fc.property(someWeights, someBoxes, (weights, boxes) => {
        const whole = jobWith({ cells: cellsOf(weights) });
        const parts = divide(whole.cells, boxes);
        const sum = parts.reduce((all, _, at) => all + jobOfPart(whole, parts, at + 1).budget.usd, 0);
        assert.ok(Math.abs(sum - whole.budget.usd) < 1e-9 * whole.budget.usd);
      }),
    );
  });

  it('has a box that is there for itself, where each can have one; the others rent, or wait in turn', () => {
    const attached = (name: string) => ({ platform: 'generic-ssh', attach: name });
    const candidatesOf = (candidates: typeof job.candidates, boxes: number) => {
      const whole = { ...job, candidates };
      const parts = divide(job.cells, boxes);
      return parts.map((_, at) =>
        jobOfPart(whole, parts, at + 1).candidates.map((each) => each.attach ?? each.platform),
      );
    };
    const rented = { platform: 'runpod' };
    assert.deepEqual(candidatesOf([attached('a'), attached('b'), attached('c')], 2), [['a', 'c'], ['b']]);
    assert.deepEqual(candidatesOf([attached('a'), rented], 3), [['a', 'runpod'], ['runpod'], ['runpod']]);
    assert.deepEqual(candidatesOf([attached('a'), attached('b')], 3), [['a'], ['b'], ['a']]);
  });

  it('is named after its sweep, and never like a run that was started again', () => {
    assert.equal(partId('tiny-77', 3), 'tiny-77-p3');
    assert.deepEqual(partOfId('tiny-77-p3'), { sweep: 'tiny-77', part: 3 });
    for (const id of ['tiny-77', 'tiny-77.2', 'tiny-77-p0', 'tiny-p', '-p3'])
      assert.equal(partOfId(id), undefined, id);
  });
});
