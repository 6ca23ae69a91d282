import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { missing, nodeClient } from '../requirement.ts';
import { Description } from '../twins/description.ts';
import { type RunpodTwin, startRunpodTwin } from '../twins/runpod-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';

const SERVER = nodeClient('runpod', '@runpod/mcp-server/dist/stdio.mjs');

interface Answer {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client makes of the twin's reply
  value: any;
}

/** RunPod's own `@runpod/mcp-server`, pointed at the twin: JSON-RPC on its two pipes, REST v2 towards the twin. */
function startClient({ server, key }: RunpodTwin) {
  const child = spawn(process.execPath, [SERVER], {
    env: { PATH: process.env['PATH'], RUNPOD_API_KEY: key, RUNPOD_API_BASE_URL: server.url },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (message: { result?: unknown; error?: unknown }) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let count = 0;
  const ask = (method: string, params: object) =>
    // biome-ignore lint/suspicious/noExplicitAny: the protocol's results differ per method
    new Promise<any>((resolve, reject) => {
      count += 1;
      const timer = setTimeout(() => reject(new Error(`no answer to ${method} within 20 s`)), 20_000);
      waiting.set(count, (message) => {
        clearTimeout(timer);
        resolve(message.result ?? message);
      });
      say({ id: count, method, params });
    });
  return {
    async open(): Promise<string> {
      const clientInfo = { name: 'gpu-lease-twin-check', version: '1' };
      const opened = await ask('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
      say({ method: 'notifications/initialized' });
      return opened.serverInfo.version;
    },
    async call(name: string, args: object): Promise<Answer> {
      const { isError = false, content = [] } = await ask('tools/call', { name, arguments: args });
      const text = content.map((each: { text?: string }) => each.text ?? '').join('\n');
      return { isError, text, value: parsed(text) };
    },
    close: () => child.kill(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe("RunPod's own client against the twin", { skip: missing('runpod-client'), timeout: 120_000 }, () => {
  it('lists stock, creates, shows, stops and destroys a pod, and is told off as our driver is', async () => {
    const twin = await startRunpodTwin({ clock: new SkippingClock() });
    const client = startClient(twin);
    try {
      assert.match(await client.open(), /^4\.0\.0/);
      const done = async (name: string, args: object): Promise<Answer> => {
        const answer = await client.call(name, args);
        assert.equal(answer.isError, false, `${name}: ${answer.text}`);
        return answer;
      };
      const stock = await done('list-gpu-types', { include: ['AVAILABILITY'], product: ['POD'], count: 1 });
      assert.match(stock.text, /NVIDIA GeForce RTX 4090/);
      assert.match(stock.text, /US-KS-2/);

      const body = {
        name: 'by-their-client',
        image: 'runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404',
        gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 },
        disk: 40,
        ports: ['22/tcp'],
        mounts: { persistent: { size: 20, path: '/workspace' } },
      };
      const { value: pod } = await done('create-pod', { body });
      assert.equal(pod.name, 'by-their-client', JSON.stringify(pod));
      assert.deepEqual(twin.billed(), ['by-their-client']);
      assert.match((await done('list-pods', {})).text, new RegExp(pod.id));
      assert.equal((await done('get-pod', { id: pod.id })).value.id, pod.id);
      assert.equal(
        (await done('pod-action', { id: pod.id, body: { action: 'stop' } })).value.status,
        'EXITED',
      );
      assert.deepEqual(twin.billing.running(), [`${pod.id} volume-disk`]);
      await done('delete-pod', { id: pod.id });
      assert.deepEqual(twin.billing.running(), []);
      assert.match((await done('list-pod-billing', { podId: pod.id })).text, /totalAmount/);

      const gone = await client.call('get-pod', { id: pod.id });
      assert.equal(gone.isError, true);
      assert.match(gone.text, /404|not found/i);
      twin.sellOut();
      const soldOut = await client.call('create-pod', { body });
      assert.equal(soldOut.isError, true);
      assert.match(soldOut.text, /no longer any instances available/);

      if (missing('specs')) return;
      const description = new Description('runpod-v2.json');
      assert.deepEqual(
        twin.server.exchanges.flatMap((exchange) => description.violations(exchange)),
        [],
      );
      process.stdout.write(
        `show: runpod official client: ${twin.server.exchanges.length} calls understood\n`,
      );
    } finally {
      client.close();
      await twin.close();
    }
  });
});
