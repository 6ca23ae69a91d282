import type { Channel } from './channel.ts';
import { answersOf } from './keeper-call.ts';
import { deadManHash, deadManText } from './keeper-text.ts';
import { oneLine } from './stranger-text.ts';

/** What is laid down on a box so that it ends its own meter when nobody comes for it (`dead-man.sh`). */
export interface DeadManOrder {
  run: string;
  /** From now. */
  seconds: number;
  /** One line of shell; the profile's `rent.self-stop.line`. */
  line: string;
  /** One that only reads, by which it is seen whether the other would be let through. */
  probe?: string | undefined;
}

export interface DeadMan {
  /** Until the deadline of all runs on this box; `undefined` where it could not be laid down: why. */
  secondsLeft: number | undefined;
  why?: string;
  /** The line was tried at its deadline and the box goes on: how often, how it ended last, and how long ago. */
  failed?: { times: number; exitCode: number; agoSeconds: number; said: string };
  /** What the probe came to. */
  tried?: { exitCode: number; said: string };
}

/**
 * In the login's home, whatever the work lies on: at first contact nothing else is known of a box. A script that runs is never
 * written over, and one that came cut short never used.
 */
const LAY = `umask 077; dir=\${HOME:?}/.gpu-lease/.dead-man; file=$dir/dead-man-$1.sh
mkdir -p "$dir" || exit 5
[ -f "$file" ] || { cat >"$file.$$" && [ "$(($(wc -c <"$file.$$")))" -eq "$2" ] && mv -f "$file.$$" "$file"; } || exit 5
sh "$file" lay "$dir" "$3" "$4" "$5" || exit
[ -z "$6" ] || sh "$file" try "$6"`;

/** Whichever version laid it. */
const LIFT = 'rm -f "$HOME"/.gpu-lease/.dead-man/*/"for.$1"';

const WHY: Readonly<Record<number, string>> = {
  5: 'nothing could be written below ~/.gpu-lease',
  6: 'the process that waits for the deadline did not stay alive',
};

/** The line of a profile may take as long as its own bounds, twice: one program, and the other that stands in for it. */
const TRY_SECONDS = 120;

/**
 * Lays the deadline down, or moves it; one watcher is alive on the box afterwards, however often it is called.
 *
 * @throws TransportFailed
 */
export async function layDeadMan(channel: Channel, order: DeadManOrder): Promise<DeadMan> {
  const { run, seconds, line, probe = '' } = order;
  const script = Buffer.from(deadManText());
  const words = [deadManHash(), String(script.length), run, String(Math.ceil(seconds)), line, probe];
  const done = await channel.exec(['sh', '-c', LAY, 'sh', ...words], {
    stdin: script,
    timeoutSeconds: 30 + (probe === '' ? 0 : TRY_SECONDS),
  });
  return readDeadMan(answersOf(done), done);
}

/** The run has no deadline on that box any more. Quiet where none was laid down. */
export async function liftDeadMan(channel: Channel, run: string): Promise<void> {
  await channel.exec(['sh', '-c', LIFT, 'sh', run]);
}

function readDeadMan(
  answers: readonly string[],
  { exitCode, stderr }: { exitCode: number; stderr: string },
): DeadMan {
  const words = answers.flatMap((line) => (line.startsWith('dead-man ') ? [line.slice(9)] : []));
  const left = words.map((each) => /^laid (-?\d{1,10})$/.exec(each)?.[1]).find((each) => each !== undefined);
  const failedAt = words.findIndex((each) => each.startsWith('failed '));
  const [, times, code, ago] = /^failed (\d{1,6}) (\d{1,3}) (\d{1,10})$/.exec(words[failedAt] ?? '') ?? [];
  const triedAt = words.findIndex((each) => each.startsWith('tried '));
  const [, tried] = /^tried (\d{1,3})$/.exec(words[triedAt] ?? '') ?? [];
  return {
    secondsLeft: left === undefined ? undefined : Number(left),
    ...(left === undefined && {
      why: WHY[exitCode] ?? `exit ${exitCode}${stderr === '' ? '' : `, ${oneLine(stderr.slice(-200))}`}`,
    }),
    ...(times !== undefined && {
      failed: {
        times: Number(times),
        exitCode: Number(code),
        agoSeconds: Number(ago),
        said: saidAfter(words, failedAt),
      },
    }),
    ...(tried !== undefined && {
      tried: { exitCode: Number(tried), said: saidAfter(words, triedAt) },
    }),
  };
}

const saidAfter = (words: readonly string[], at: number): string =>
  oneLine(/^said (.*)$/.exec(words[at + 1] ?? '')?.[1] ?? '', 300);
