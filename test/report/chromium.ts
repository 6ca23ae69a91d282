import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

const require = createRequire(import.meta.url);
/** A page that does not answer within it is a failure. */
const PATIENCE_MS = 60_000;

export interface Screen {
  width: number;
  scheme: 'light' | 'dark';
  /** Of the paper, where it is printed. */
  media?: 'print';
}

/** The file of axe-core that a page runs. */
export const axePath = (): string => require.resolve('axe-core/axe.min.js');

/** One Chromium with one page, driven through a pipe: no port, no network, and a profile that is thrown away. */
export class Chromium {
  readonly #home = mkdtempSync(join(tmpdir(), 'gl-chromium-'));
  readonly #child: ChildProcess;
  readonly #out: Writable;
  readonly #waiting = new Map<number, { done(result: unknown): void; failed(error: Error): void }>();
  readonly #events = new Map<string, () => void>();
  #session: string | undefined;
  #last = 0;

  private constructor() {
    this.#child = spawn(
      'chromium',
      [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--no-first-run',
        '--hide-scrollbars',
        '--remote-debugging-pipe',
        `--user-data-dir=${this.#home}`,
        'about:blank',
      ],
      // A group of its own: its helpers go on writing into the profile when it alone is ended.
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true },
    );
    const [, , , out, back] = this.#child.stdio;
    this.#out = out as Writable;
    let text = '';
    (back as Readable).setEncoding('utf8').on('data', (chunk: string) => {
      const parts = `${text}${chunk}`.split('\0');
      text = parts.pop() ?? '';
      for (const part of parts) this.#hear(JSON.parse(part));
    });
    this.#child.on('exit', (code) => {
      for (const { failed } of this.#waiting.values()) failed(new Error(`chromium ended with ${code}`));
    });
  }

  static async start(): Promise<Chromium> {
    const browser = new Chromium();
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
    });
    const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    browser.#session = sessionId;
    await browser.send('Page.enable');
    return browser;
  }

  /** @param file path of a page on this disk */
  async open(file: string, { width, scheme, media }: Screen): Promise<void> {
    await this.send('Emulation.setDeviceMetricsOverride', {
      ...{ width, height: 900, deviceScaleFactor: 1, mobile: false },
    });
    await this.send('Emulation.setEmulatedMedia', {
      media: media ?? 'screen',
      features: [{ name: 'prefers-color-scheme', value: scheme }],
    });
    const loaded = new Promise<void>((resolve) => this.#events.set('Page.loadEventFired', resolve));
    await this.send('Page.navigate', { url: `file://${file}` });
    await loaded;
  }

  /** @returns what the expression, or its promise, comes to; it is JSON */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'a script failed');
    return result.value;
  }

  send<T>(method: string, params: Record<string, unknown> = {}): Promise<T> {
    this.#last += 1;
    const id = this.#last;
    const message = { id, method, params, ...(this.#session !== undefined && { sessionId: this.#session }) };
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`chromium did not answer ${method}`)), PATIENCE_MS);
      this.#waiting.set(id, {
        done: (result) => {
          clearTimeout(timer);
          resolve(result as T);
        },
        failed: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#out.write(`${JSON.stringify(message)}\0`);
    });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    const { pid } = this.#child;
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    await ended;
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  #hear(message: { id?: number; method?: string; result?: unknown; error?: { message: string } }): void {
    if (message.id === undefined) {
      this.#events.get(message.method ?? '')?.();
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.failed(new Error(message.error.message));
    else waiting?.done(message.result);
  }
}
