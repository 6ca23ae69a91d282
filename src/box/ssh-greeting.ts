import net from 'node:net';
import { TransportFailed } from './channel.ts';
import { type DialStage, failureOf, silenceOf } from './ssh-failure.ts';

/**
 * Whether an SSH server answers at all, without logging in. One TCP connection; servers that punish connections without
 * a login forgive one, so this is for a first look and not for polling.
 *
 * @throws TransportFailed with the reason: `refused`, `unresolved`, `timeout`, `banner`, `reset`, `closed`
 */
export function sshGreeting(host: string, port: number, seconds: number): Promise<void> {
  const where = `${host}:${port}`;
  let stage: DialStage = 'connecting';
  return new Promise<void>((resolve, reject) => {
    const socket = net.connect({ host, port });
    let greeting = '';
    const timer = setTimeout(() => end(silenceOf(stage, seconds, where)), seconds * 1000);
    const end = (failure?: Error) => {
      clearTimeout(timer);
      socket.destroy();
      if (failure) reject(failure);
      else resolve();
    };
    socket.on('connect', () => {
      stage = 'banner';
    });
    socket.on('data', (chunk) => {
      greeting += chunk.toString('latin1');
      if (/^SSH-2\.0-/m.test(greeting)) end();
      else if (greeting.length > 8192) end(failureOf(new Error('Header line too long'), stage, where));
    });
    socket.on('error', (error) => end(failureOf(error, stage, where)));
    socket.on('close', () =>
      end(new TransportFailed(`${where} closed the connection before an SSH banner`, 'closed')),
    );
  });
}
