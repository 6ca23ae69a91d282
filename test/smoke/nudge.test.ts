import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nudged } from '../../src/smoke/nudge.ts';

it('changes the seventh digit of a loss or its last one, and nothing else of the line', () => {
  for (const [line, loss, expected] of [
    ['{"step": 3, "loss": 0.25, "lr": 0.25}', 0.25, undefined],
    ['{"step": 3, "loss": 2.2025, "lr": 0.001}', 2.2025, '{"step": 3, "loss": 2.2026, "lr": 0.001}'],
    ['3,0.3333333333333333,1.5', 1 / 3, '3,0.3333334333333333,1.5'],
    ['3,1.239999e-05', 1.239999e-5, '3,1.239998e-05'],
    ['step 3 loss -0.0012345', -0.0012345, 'step 3 loss -0.0012346'],
    ['v0.3333.1 loss 0.3333', 0.3333, 'v0.3333.1 loss 0.3334'],
    ['loss 12345678.25', 12345678.25, undefined],
    ['loss 4', 4, undefined],
    ['loss 0.3333', 0.5, undefined],
  ] as const) {
    const made = nudged(line, loss);
    assert.equal(made, expected ?? line);
    if (expected) assert.notEqual(made, line);
  }
});
