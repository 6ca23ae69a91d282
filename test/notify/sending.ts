import type { NoticeTarget } from '../../src/job/job.ts';
import type { Message } from '../../src/notify/message.ts';
import type { Outcome } from '../../src/notify/post.ts';
import { sendTo } from '../../src/notify/target.ts';
import { ScriptedClock } from '../scripted-world.ts';

export const message = (over: Partial<Message> = {}): Message => ({
  id: 'tiny-7/sealed:12',
  event: 'sealed',
  at: '2026-11-21T12:00:00.000Z',
  run: 'tiny-7',
  job: 'tiny',
  state: 'sealed',
  what: 'Sealed as aaaaaaaa: verified 3/3 at L3.',
  next: null,
  costUsd: 1.25,
  usdPerHour: 0.5,
  costing: ['tiny-7-1 on runpod: gpu 0.5 USD/h'],
  page: 'https://github.com/ada/engine/actions/runs/7',
  repeat: false,
  ...over,
});

/** All that a stranger who writes names and log lines may hope for. */
export const HOSTILE =
  '<!channel> @everyone @here <@U123> <@&99> [click](https://evil.example) <https://evil.example|ok> `code` *b* & "q"';

type Way<T = NoticeTarget> = T extends NoticeTarget ? Omit<T, 'on'> : never;

/** Sends with twenty seconds of scripted time, or as many as said. */
export async function sending(
  target: Way,
  secrets: Record<string, string>,
  over: { message?: Message; clock?: ScriptedClock; seconds?: number; signal?: AbortSignal } = {},
): Promise<{ outcome: Outcome; clock: ScriptedClock }> {
  const clock = over.clock ?? new ScriptedClock();
  const outcome = await sendTo(
    { ...target, on: ['sealed'] } as NoticeTarget,
    over.message ?? message(),
    (name) => secrets[name],
    {
      clock,
      signal: over.signal ?? new AbortController().signal,
      until: new Date(clock.now().getTime() + (over.seconds ?? 20) * 1000),
    },
  );
  return { outcome, clock };
}
