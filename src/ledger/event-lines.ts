import { canonicalJson, type Json } from '../canonical.ts';
import { LEDGER_VERSION } from '../lease/events/version.ts';
import { faultOfEvent, type LedgerEvent, type NewEvent } from '../lease/events.ts';
import { chainedMac, isMac } from './mac-chain.ts';

/**
 * `events.jsonl`: one event a line, canonical JSON, and beside the event's own fields `nonce` (of the append that wrote it)
 * and, where there is a secret, `mac`.
 */
export interface Lines {
  /** The file, byte for byte; a longer record starts with a shorter one's bytes. */
  text: string;
  events: LedgerEvent[];
  nonces: string[];
  /** MAC of the last event; '' when unsigned or empty. */
  lastMac: string;
}

export const noLines: Lines = { text: '', events: [], nonces: [], lastMac: '' };

/** Why a line was refused, and which, so that the commit that brought it can be named. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
  constructor(
    /** From 0. */
    readonly line: number,
    readonly fault: 'corrupt' | 'newer-version' | 'unsigned' | 'broken-mac',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads on from what is known already: only lines behind `known` are parsed and checked.
 * @param key of the run's MAC chain, where the reader has the secret: every line must then carry its link
 * @throws BadLine; the caller has made sure that `text` starts with `known.text`
 */
export function readLines(text: string, key: Buffer | undefined, known: Lines = noLines): Lines {
  if (text === known.text) return known;
  const added = text.slice(known.text.length);
  const first = known.events.length;
  if (!added.endsWith('\n'))
    throw new BadLine(first + added.split('\n').length - 1, 'corrupt', 'the last line is cut off');
  const read: Lines = { text, events: [...known.events], nonces: [...known.nonces], lastMac: known.lastMac };
  for (const [offset, line] of added.slice(0, -1).split('\n').entries()) {
    const { event, nonce, mac } = readLine(line, first + offset);
    if (key) {
      checkMac(key, read.lastMac, { signed: { ...event, nonce }, mac }, first + offset);
      // What was signed is the value; one value has one text, so that a signed record has no byte that may be changed.
      const text = canonicalJson({ ...event, nonce, mac } as unknown as Json);
      if (text !== line) throw new BadLine(first + offset, 'broken-mac', 'the line was written anew');
    }
    read.events.push(event);
    read.nonces.push(nonce);
    read.lastMac = mac;
  }
  return read;
}

function readLine(line: string, index: number): { event: LedgerEvent; nonce: string; mac: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new BadLine(index, 'corrupt', `not JSON: ${JSON.stringify(line.slice(0, 80))}`);
  }
  refuseNewer(parsed, index);
  const fault = faultOfEvent(parsed);
  if (fault) throw new BadLine(index, 'corrupt', fault);
  const { nonce, mac, ...event } = parsed as LedgerEvent & { nonce?: unknown; mac?: unknown };
  if (event.seq !== index) throw new BadLine(index, 'corrupt', `the line says seq ${event.seq}`);
  return {
    event,
    nonce: typeof nonce === 'string' ? nonce : '',
    mac: typeof mac === 'string' ? mac : '',
  };
}

/** Before its shape is looked at: what a later version writes may look like a broken record to us. */
function refuseNewer(parsed: unknown, index: number): void {
  const { type, version } = (parsed ?? {}) as { type?: unknown; version?: unknown };
  if (type !== 'run-opened' || typeof version !== 'number' || version <= LEDGER_VERSION) return;
  const why = `version ${version}, this program reads up to ${LEDGER_VERSION}`;
  throw new BadLine(index, 'newer-version', why);
}

function checkMac(
  key: Buffer,
  previous: string,
  { signed, mac }: { signed: object; mac: string },
  index: number,
): void {
  if (mac === '') throw new BadLine(index, 'unsigned', 'the event carries no signature');
  if (!isMac(key, previous, signed as Json, mac)) {
    throw new BadLine(
      index,
      'broken-mac',
      'the signature is not one that our secret makes for this event at this place',
    );
  }
}

/**
 * The record with `events` behind what is there.
 * @throws Error when an event is not what its type says: a bug of ours that must not get into a record for ever
 */
export function writeLines(
  known: Lines,
  events: readonly NewEvent[],
  nonce: string,
  key: Buffer | undefined,
): Lines {
  const written: Lines = { ...known, events: [...known.events], nonces: [...known.nonces] };
  for (const [offset, event] of events.entries()) {
    // Through JSON once, so that what the caller gets back is what a reader will get.
    const stored: LedgerEvent = JSON.parse(
      canonicalJson({ ...event, seq: known.events.length + offset } as unknown as Json),
    );
    const fault = faultOfEvent(stored);
    if (fault) throw new Error(`not a ledger event: ${fault}`);
    const signed = { ...stored, nonce } as unknown as { [key: string]: Json };
    const mac = key ? chainedMac(key, written.lastMac, signed) : undefined;
    written.text += `${canonicalJson({ ...signed, mac })}\n`;
    written.events.push(stored);
    written.nonces.push(nonce);
    written.lastMac = mac ?? '';
  }
  return written;
}
