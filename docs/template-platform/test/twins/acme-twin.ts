import type { Clock } from '../../src/clock.ts';
import { Billing } from './billing.ts';
import { inWords, jobOf, plain, type RentedPlatform, went, wordIn } from './rented-platform.ts';
import { startTwin, type TwinReply, type TwinRequest } from './twin.ts';

const BOOT_SECONDS = 0.2;
const PAGE = 3;
const OFFERS = [{ id: 'rtx4090@north', gpu: 'RTX 4090', gpus: 1, region: 'north', usd_per_hour: 0.4 }];

interface TwinMachine {
  id: string;
  name: string;
  made: Date;
  /** Set by what was done to it; without one it boots by the clock. */
  fixed?: string;
  /** Ended, and shown as before for so many looks. */
  ghost?: number;
}

export type AcmeTwin = Awaited<ReturnType<typeof startAcmeTwin>>;

/** Acme's API on loopback, as its documents have it: made from those and not from the driver. */
export async function startAcmeTwin({ clock }: { clock: Clock }) {
  const billing = new Billing(clock);
  const machines = new Map<string, TwinMachine>();
  const keys = { full: 'acme-key-of-the-twin', readOnly: 'acme-key-that-only-looks' };
  const mood = { soldOut: false, ghostLooks: 0 };

  function add(name: string): TwinMachine {
    const machine = { id: `m-${machines.size + 1}`, name, made: clock.now() };
    machines.set(machine.id, machine);
    billing.start(machine.id, 'gpu', 0.4);
    return machine;
  }

  const isBooted = ({ made }: TwinMachine): boolean =>
    clock.now().getTime() - made.getTime() >= BOOT_SECONDS * 1000;

  const view = (each: TwinMachine) => {
    const state = each.fixed ?? (isBooted(each) ? 'running' : 'starting');
    const ip = state === 'running' ? '127.0.0.1' : null;
    return {
      id: each.id,
      name: each.name,
      state,
      ip,
      usd_per_hour: 0.4,
      created_at: each.made.toISOString(),
    };
  };

  const shown = (): TwinMachine[] => [...machines.values()].filter(({ ghost }) => ghost === undefined);

  function list(after: string | null): TwinReply {
    const rows = shown();
    const from = Number(after ?? 0);
    // Small pages, so that whoever does not turn them is found out.
    const next = rows.length > from + PAGE ? String(from + PAGE) : null;
    return ok({ machines: rows.slice(from, from + PAGE).map(view), next });
  }

  function one(id: string): TwinReply {
    const each = machines.get(id);
    if (!each || each.ghost === 0) return refuse(404, 'not-found', 'no such machine');
    if (each.ghost !== undefined) each.ghost -= 1;
    return ok(view(each));
  }

  function create(body: Record<string, unknown>): TwinReply {
    const strange = Object.keys(body).find((key) => !['name', 'offer', 'ssh_key'].includes(key));
    if (strange !== undefined) return refuse(400, 'bad-request', `unknown field ${strange}`);
    if (!OFFERS.some(({ id }) => id === body['offer'])) return refuse(400, 'bad-request', 'no such offer');
    if (mood.soldOut) {
      mood.soldOut = false;
      return refuse(409, 'sold-out', 'nothing of that kind is free');
    }
    return ok(view(add(String(body['name']))), 201);
  }

  function end(id: string): TwinReply {
    const each = machines.get(id);
    if (!each || each.ghost !== undefined) return refuse(404, 'not-found', 'no such machine');
    each.ghost = mood.ghostLooks;
    mood.ghostLooks = 0;
    billing.stop(id);
    return { status: 204 };
  }

  function handle({ method, path, query, headers, body }: TwinRequest): TwinReply {
    const [, key] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    if (key !== keys.full && key !== keys.readOnly) return refuse(401, 'unauthorized', 'who are you?');
    if (key === keys.readOnly && method !== 'GET') return refuse(403, 'forbidden', 'this key may only look');
    const [, id] = /^\/v1\/machines\/([^/]+)$/.exec(path) ?? [];
    if (method === 'GET' && path === '/v1/offers') return ok({ offers: OFFERS });
    if (method === 'GET' && path === '/v1/machines') return list(query.get('after'));
    if (method === 'POST' && path === '/v1/machines') return create(body as Record<string, unknown>);
    if (method === 'GET' && id !== undefined) return one(id);
    if (method === 'DELETE' && id !== undefined) return end(id);
    return refuse(404, 'not-found', 'no such path');
  }

  const server = await startTwin(handle, clock);
  return {
    server,
    billing,
    keys,
    mood,
    add,
    set(id: string, state: string): void {
      const each = machines.get(id);
      if (each) each.fixed = state;
    },
    billed: () => shown().map(({ name }) => plain(name)),
    close: () => server.close(),
  };
}

const ok = (body: unknown, status = 200): TwinReply => ({ status, body });
const refuse = (status: number, error: string, message: string): TwinReply => ({
  status,
  body: { error, message },
});

/** The platform for every test that knows none by name: kills, simulations, the long world. */
export const rented: RentedPlatform = {
  name: 'acme',
  job: jobOf('acme'),
  async start(clock) {
    const twin = await startAcmeTwin({ clock });
    const env = { ACME_API_KEY: twin.keys.full, GPU_LEASE_API_ACME: twin.server.url };
    return inWords(twin, env, {
      lag(looks) {
        twin.mood.ghostLooks = looks;
      },
    });
  },
  leaseOf: plain,
  isCreated: ({ method, path }, reply) => method === 'POST' && path === '/v1/machines' && went(reply),
  isEnd: ({ method, path }, reply) => method === 'DELETE' && path.startsWith('/v1/machines/') && went(reply),
  isDestroy: ({ method, path }) => method === 'DELETE' && path.startsWith('/v1/machines/'),
  idOf: (reply) => wordIn(reply, 'id'),
};
