import { isOfTheLine } from './channel.ts';
import { PROBE } from './ssh-connect.ts';
import { type DialTarget, dial, type HostPin } from './ssh-dial.ts';

/** RFC 4254, 5.1: the jump host tried and could not connect. Every other refusal says nothing about the target. */
const CONNECT_FAILED = 2;

/** Whether the jump host gets a TCP connection to `to` within the bound of a probe; `unclear` when the jump host itself is the trouble. */
export async function reachableThrough(
  jump: DialTarget & { pin: HostPin },
  to: { host: string; port: number },
): Promise<'yes' | 'no' | 'unclear'> {
  let patience: NodeJS.Timeout | undefined;
  try {
    const connection = await dial(jump, PROBE);
    try {
      return await new Promise((resolve) => {
        connection.client.forwardOut('127.0.0.1', 0, to.host, to.port, (error, stream) => {
          stream?.destroy();
          const failed = error as (Error & { reason?: unknown }) | undefined;
          resolve(!failed ? 'yes' : failed.reason === CONNECT_FAILED ? 'no' : 'unclear');
        });
        void connection.ended.then(() => resolve('unclear'));
        patience = setTimeout(() => resolve('no'), PROBE.connectSeconds * 1000);
      });
    } finally {
      clearTimeout(patience);
      await connection.end();
    }
  } catch (error) {
    if (isOfTheLine(error)) return 'unclear';
    throw error;
  }
}
