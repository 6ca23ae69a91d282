import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder } from '../../src/course/in-order.ts';
import type { EventBody } from '../../src/lease/events.ts';

test('what an attempt saved is recorded after it began again, and before what else was seen', () => {
  const of = { lease: 'tiny-1', cell: 'c0' };
  const begun: EventBody = { type: 'begun-again', ...of, attempt: 2 };
  const moving: EventBody = { type: 'moving', ...of };
  const kept = { type: 'kept' } as EventBody;
  deepEqual(inOrder([moving, begun], [kept]), [begun, kept, moving]);
});
