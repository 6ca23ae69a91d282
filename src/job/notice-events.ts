/** What a notice can be about, each with when it is sent. The names stand in job files, bodies of webhooks and ledgers. */
export const NOTICE_EVENTS = {
  started: 'work began on a box, at each attempt',
  checkpoint: 'the first checkpoint is on this side, loaded',
  ended: 'every cell succeeded',
  failed: 'a cell died and is not tried again',
  halted: 'the run stopped itself and waits for a person',
  preempted: 'a box or the work on it was lost',
  stalled: 'the work is alive and writes nothing',
  sealed: 'everything that was promised is here and proven',
  approval: 'the release of a box waits for a person',
  released: 'every meter is proven stopped, with what it cost in all',
  debt: 'a meter that should have stopped was not seen gone',
  'over-budget': 'a budget is used up, or nearly',
  'danger-clock': 'a timer of the platform that destroys data or costs money is three quarters over',
  unwatched: 'nobody looked for an hour longer than planned while it cost money',
  attention: 'something else lasts and costs money: a box that does not answer, say',
} as const;

export type NoticeEvent = keyof typeof NOTICE_EVENTS;

export const noticeEvents = Object.keys(NOTICE_EVENTS) as NoticeEvent[];

/** Left out are those that nobody has to act upon, and `unwatched`, which the schedule of GitHub alone would bring about daily. */
export const USUAL_NOTICES: readonly NoticeEvent[] = noticeEvents.filter(
  (event) => !['started', 'checkpoint', 'preempted', 'sealed', 'unwatched'].includes(event),
);
