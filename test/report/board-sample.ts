import { type BoardFacts, type BoardRow, boardOf } from '../../src/report/board-facts.ts';

export const MADE_AT = new Date('2026-11-21T12:00:00Z');

/** Of a run that goes on. */
export const rowOf = (over: Partial<BoardRow> = {}): BoardRow => ({
  run: 'tiny-177f136d',
  job: 'tiny',
  state: 'running',
  sweep: null,
  done: 230,
  total: 400,
  loss: {
    key: 'loss',
    last: 0.1522,
    curve: Array.from({ length: 24 }, (_, at) => ({ step: at * 10, value: 2 / (1 + at) })),
  },
  boxes: 1,
  usdPerHourNow: 1.2,
  costUsd: 0.8,
  budgetUsd: 20,
  debts: 0,
  seenAt: '2026-11-21T11:59:48Z',
  log: null,
  waits: null,
  ...over,
});

export const SAMPLE: BoardFacts = boardOf(
  [
    rowOf(),
    rowOf({
      run: 'llama-lora-90ab12cd',
      state: 'sealed',
      done: 4000,
      total: 4000,
      usdPerHourNow: 0.43,
      costUsd: 3.4,
      seenAt: '2026-11-21T11:20:00Z',
      waits: {
        for: 'approval',
        says: 'waits for your word: gpu-lease release llama-lora-90ab12cd --approve "llama-lora-90ab12cd-1 1234abcd"',
        phrase: 'llama-lora-90ab12cd-1 1234abcd',
      },
    }),
    rowOf({
      run: 'probe-00c0ffee',
      state: 'no-capacity',
      done: null,
      total: null,
      loss: null,
      boxes: 0,
      usdPerHourNow: 0,
      costUsd: 0,
      seenAt: null,
      waits: { for: 'capacity', says: 'waits for a box until 2026-11-21T12:30:00Z', phrase: null },
    }),
  ],
  MADE_AT,
);
