import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { systemClock } from '../../src/clock.ts';
import { clientEnvironment, missing } from '../requirement.ts';
import { startVerdaTwin } from '../twins/verda-twin.ts';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, '..', 'twins', 'official', 'verda_client.py');

it("Verda's own SDK lists, rents, shows, stops and deletes at the twin", {
  skip: missing('verda-client'),
  timeout: 60_000,
}, async () => {
  const twin = await startVerdaTwin({ clock: systemClock });
  try {
    const base = `${twin.server.url}/v1`;
    const { stdout } = await run('python3', [SCRIPT, base, twin.clientId, twin.clientSecret], {
      env: clientEnvironment('verda'),
      timeout: 50_000,
    });
    assert.deepEqual(JSON.parse(stdout), {
      price: 2.29,
      spot: ['FIN-01', 'FIN-03'],
      available: true,
      disk: 0.2,
      status: 'running',
      listed: ['official'],
      stopped: 'offline',
      volumes: ['official-os'],
      left: [],
      left_volumes: [],
    });
    assert.deepEqual(twin.billing.running(), []);
    console.log(`show: verda: ${twin.server.exchanges.length} exchanges with the official SDK, all accepted`);
  } finally {
    await twin.close();
  }
});
