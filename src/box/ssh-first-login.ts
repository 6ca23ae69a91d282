import ssh2 from 'ssh2';
import { lineForAnyShell } from './shell-quote.ts';

const SECONDS = 20;

/**
 * `in`: our key is let in from now on. `refused`: the password is no longer the platform's, so somebody has been there and
 * the key may be in. `silent`: nothing answers yet.
 */
export type FirstLogin = 'in' | 'refused' | 'silent';

/**
 * Where a platform gives every box a password and takes no public key, one login with that password puts the key in. The host key
 * is whatever it is at that moment; what could be stolen by somebody in between is the password of this one new box.
 */
export function putKeyIn(
  endpoint: { host: string; port: number; user: string },
  password: string,
  authorizedKey: string,
): Promise<FirstLogin> {
  if (!/^ssh-ed25519 [A-Za-z0-9+/=]+$/.test(authorizedKey)) return Promise.resolve('refused');
  const script = `umask 077; mkdir -p ~/.ssh && touch ~/.ssh/authorized_keys && { grep -qxF '${authorizedKey}' ~/.ssh/authorized_keys || printf '\\n%s\\n' '${authorizedKey}' >>~/.ssh/authorized_keys; }`;
  return new Promise((resolve) => {
    const client = new ssh2.Client();
    const timer = setTimeout(() => done('silent'), SECONDS * 1000);
    function done(result: FirstLogin): void {
      clearTimeout(timer);
      client.end();
      resolve(result);
    }
    client.on('error', (error: Error & { level?: string }) =>
      done(error.level === 'client-authentication' ? 'refused' : 'silent'),
    );
    client.on('close', () => done('silent'));
    client.on('ready', () => {
      client.exec(lineForAnyShell(script), (error, stream) => {
        if (error) return done('silent');
        stream.on('close', (code: number | null) => done(code === 0 ? 'in' : 'silent'));
        stream.resume();
        stream.stderr.resume();
      });
    });
    const { host, port, user } = endpoint;
    client.connect({ host, port, username: user, password, readyTimeout: SECONDS * 1000 });
  });
}
