import type { Channel } from './channel.ts';
import { answersOf } from './keeper-call.ts';
import { routeText } from './keeper-text.ts';
import { oneLine } from './stranger-text.ts';

export interface RouteAsked {
  url: string;
  /** The address itself is a secret. */
  isSecretUrl: boolean;
  /** A secret. */
  token?: string;
  /** Shell lines that make the environment of a run: hooks, variables. */
  environment: string;
  /** A login lacks what the container's first process was given. */
  bootEnv: boolean;
}

/** What the box said; a stranger's word. */
export interface RouteSeen {
  /** `none`: the box has none to fetch with. */
  program: string;
  bytes: number;
  seconds: number;
  /** Variables that name a proxy, and its host, without a login; `no_proxy` with its list. */
  proxies: { name: string; host: string }[];
  /** What the program said where nothing came. */
  why: string;
}

const MOST_BYTES = 8 * 1024 * 1024;
const MOST_SECONDS = 5;

/** Fetches a bounded part of one file on the box, by the way that its fetch will go, and throws it away. One exec. */
export async function measureRoute(channel: Channel, asked: RouteAsked): Promise<RouteSeen> {
  const { url, isSecretUrl, token = '', environment, bootEnv } = asked;
  const words = [String(MOST_BYTES), String(MOST_SECONDS), bootEnv ? '1' : '0'];
  const result = await channel.exec(['sh', '-c', routeText(), 'sh', ...words], {
    stdin: Buffer.from(`${url}\n${token}\n${isSecretUrl ? 1 : 0}\n${environment}`),
    timeoutSeconds: MOST_SECONDS + 60,
  });
  return readRoute(answersOf(result));
}

function readRoute(answers: readonly string[]): RouteSeen {
  const told = (word: string): string =>
    answers.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? '';
  const [, bytes = '0', hundredths = '0'] = /^(\d{1,12}) (\d{1,6})$/.exec(told('came')) ?? [];
  return {
    program: /^\w{1,10}$/.exec(told('program'))?.[0] ?? 'none',
    bytes: Number(bytes),
    seconds: Number(hundredths) / 100,
    proxies: answers.flatMap((line) => {
      const [, name, host] = /^proxy (\w{8,11}) (.{1,500})$/.exec(line) ?? [];
      return name === undefined || host === undefined ? [] : [{ name, host: oneLine(host, 100) }];
    }),
    why: oneLine(told('why').trim(), 200),
  };
}
