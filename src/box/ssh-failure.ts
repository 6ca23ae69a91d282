import { LoginRefused, TransportFailed } from './channel.ts';
import { oneLine } from './stranger-text.ts';

/** How far a connection had come: what a silence or an end means depends on it. */
export type DialStage = 'connecting' | 'banner' | 'handshake' | 'login' | 'open';

interface SshError extends Error {
  /** ssh2's word for who failed: `client-socket`, `client-authentication`, `handshake`, `protocol`, ... */
  level?: string;
  code?: string | number;
}

const BY_SOCKET_CODE: Record<string, TransportFailed['reason']> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  EAI_NODATA: 'unresolved',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'timeout',
  ENETUNREACH: 'timeout',
};

/** What an error of ssh2 or of its socket means to our callers. */
export function failureOf(error: SshError, stage: DialStage, where: string): TransportFailed | LoginRefused {
  const said = oneLine(error.message);
  if (
    error.level === 'client-authentication' ||
    (stage === 'login' && /authentication failures/i.test(said))
  ) {
    return new LoginRefused(`${where} accepts none of the keys offered`, { cause: error });
  }
  const reason = typeof error.code === 'string' ? BY_SOCKET_CODE[error.code] : undefined;
  if (reason) return new TransportFailed(`${where}: ${said}`, reason, { cause: error });
  if (/identification string|Header line too long/.test(said)) {
    return new TransportFailed(`${where} answers, but not as an SSH server: ${said}`, 'banner', {
      cause: error,
    });
  }
  if (/before handshake/.test(said)) {
    return new TransportFailed(`${where} took the connection and closed it before a word of SSH`, 'closed', {
      cause: error,
    });
  }
  // What is left is bytes that do not decrypt or parse, or a server that says goodbye in the middle.
  return new TransportFailed(`${where}: ${said}`, stage === 'open' ? 'reset' : 'closed', { cause: error });
}

export function silenceOf(stage: DialStage, seconds: number, where: string): TransportFailed {
  const what = {
    connecting: 'no answer to a TCP connection',
    banner: 'TCP connects, but no SSH banner came',
    handshake: 'the SSH handshake did not end',
    login: 'the login did not end',
    open: 'not a byte came back',
  }[stage];
  return new TransportFailed(
    `${where}: ${what} within ${seconds} s`,
    stage === 'banner' ? 'banner' : 'timeout',
  );
}
