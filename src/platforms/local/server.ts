import { timingSafeEqual } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import ssh2, {
  type AuthContext,
  type Connection,
  type ParsedKey,
  type ServerChannel,
  type Session,
} from 'ssh2';
import { BOX_USER } from './box-dir.ts';
import { serveCommand } from './serve-command.ts';

const LOGIN_GRACE_MS = 30_000;

export interface BoxServer {
  readonly port: number;
  /** Cuts every connection; processes that were started stay. */
  close(): void;
}

/**
 * An SSH server on 127.0.0.1 that runs commands: publickey only, one key, `exec` and ports of its loopback only. Stands in for a rented box where
 * nothing may be installed; what it promises to clients is what the channel contract tests of OpenSSH's sshd.
 */
export async function serveBox(options: {
  hostKey: string;
  authorizedKey: string;
  home: string;
  env: NodeJS.ProcessEnv;
}): Promise<BoxServer> {
  const allowed = publicKey(options.authorizedKey);
  const clients = new Set<Connection>();
  const ssh = new ssh2.Server({ hostKeys: [options.hostKey] }, (client) => {
    clients.add(client);
    const grace = setTimeout(() => client.end(), LOGIN_GRACE_MS);
    client.on('error', () => {}); // A client that breaks off is its own affair.
    client.on('close', () => {
      clearTimeout(grace);
      clients.delete(client);
    });
    client.on('authentication', (context) =>
      mayEnter(context, allowed) ? context.accept() : context.reject(['publickey']),
    );
    client.on('ready', () => clearTimeout(grace));
    client.on('session', (accept) => serveSession(accept(), options.home, options.env));
    client.on('tcpip', (accept, reject, { destIP, destPort }) => {
      if (destIP !== '127.0.0.1' && destIP !== 'localhost') return reject();
      serveForward(accept, reject, destPort);
    });
  });
  // A listener of our own, because ssh2's leaves Nagle's algorithm on.
  const server = net.createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const client of clients) client.end();
    },
  };
}

function serveSession(session: Session, home: string, env: NodeJS.ProcessEnv): void {
  let kill: (signal: string) => void = () => {};
  session.on('signal', (accept, _reject, { name }) => {
    kill(`SIG${name}`);
    accept?.();
  });
  session.on('exec', (accept, _reject, { command }) => {
    void serveCommand(accept(), command, { cwd: home, env }, (child) => {
      kill = (signal) => {
        try {
          process.kill(-(child.pid ?? 0), signal);
        } catch {
          // Ended already, or a name that is no signal here.
        }
      };
    });
  });
}

function serveForward(accept: () => ServerChannel, reject: () => void, port: number): void {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
  socket.once('error', reject);
  socket.once('connect', () => {
    socket.off('error', reject);
    const line = accept();
    pipeline(line, socket, () => {});
    pipeline(socket, line, () => {});
  });
}

function mayEnter(context: AuthContext, allowed: ParsedKey): boolean {
  if (context.method !== 'publickey' || context.username !== BOX_USER) return false;
  const wanted = allowed.getPublicSSH();
  const shown = context.key.data;
  if (shown.length !== wanted.length || !timingSafeEqual(shown, wanted)) return false;
  // Without a signature the client only asks whether this key would do.
  if (!context.signature || !context.blob) return true;
  return allowed.verify(context.blob, context.signature, context.hashAlgo) === true;
}

function publicKey(text: string): ParsedKey {
  const parsed = ssh2.utils.parseKey(text);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === undefined || key instanceof Error)
    throw new TypeError(`not a public key in OpenSSH form: ${text.slice(0, 40)}`);
  return key;
}
