import { randomBytes } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { TransportFailed } from './channel.ts';
import { type Argv, rangeProgram } from './file-transfer.ts';

type Sink = (chunk: Uint8Array) => void | Promise<void>;

/** A line of it, and what somebody wrote beside it, are never longer; more is no answer of ours. */
const MAX_LINE_CHARACTERS = 1 << 20;

/**
 * A range of a file as numbered lines of text, each written at once with a line end on both sides: what other processes of the box
 * write to the same output stands between the lines and is left out. A third more bytes, and slower; for boxes where plain bytes
 * were mixed with something.
 */
export class ArmouredRange {
  readonly argv: Argv;
  readonly #token = randomBytes(6).toString('hex');
  readonly #sink: Sink;
  readonly #decoder = new StringDecoder('latin1');
  #rest = '';
  #lines = 0;

  constructor(path: string, offset: number, length: number, sink: Sink) {
    this.argv = rangeProgram(ARMOURED, path, String(offset), String(length), this.#token);
    this.#sink = sink;
  }

  add(chunk: Uint8Array): void | Promise<void> {
    const lines = (this.#rest + this.#decoder.write(Buffer.from(chunk))).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > MAX_LINE_CHARACTERS)
      throw new TransportFailed('the box sends a line that has no end', 'closed');
    const parts = lines.flatMap((line) => this.#part(line));
    return parts.length === 0 ? undefined : this.#sink(Buffer.concat(parts));
  }

  #part(line: string): Buffer[] {
    if (!line.startsWith(this.#token)) return [];
    const [, number, text] = /^(\d+) ([A-Za-z0-9+/=]+)$/.exec(line.slice(this.#token.length)) ?? [];
    if (text === undefined || Number(number) !== this.#lines + 1)
      throw new TransportFailed('a line of the file was lost between others of the box', 'noise');
    this.#lines += 1;
    return [Buffer.from(text, 'base64')];
  }
}

/** Behind `send`, which writes the range: GNU, busybox and BSD know `base64`; the longer lines only save time. */
const ARMOURED = `
wide=; if base64 -w 1000 </dev/null >/dev/null 2>&1; then wide='-w 1000'; fi
send "$1" "$2" "$3" | base64 $wide | awk -v t="$4" '{ printf "\\n%s%d %s\\n", t, NR, $0; fflush() }'
`;
