import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  secretForms
} from "./secret-forms.shared.mjs";
import {
  codeIn,
  neverSent
} from "./host-never-sent.shared.mjs";
import {
  fetchFor,
  isLoopback
} from "./host-proxied-fetch.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/platforms/api.ts
import { channel } from "node:diagnostics_channel";
var PlatformAnswer = class extends Error {
};
var ApiRefused = class extends PlatformAnswer {
  constructor(status, said, body, call) {
    super(`${call}: ${status} ${said}`);
    this.status = status;
    this.said = said;
    this.body = body;
  }
  status;
  said;
  body;
  name = "ApiRefused";
};
var SaidNo = class extends PlatformAnswer {
  constructor(code, said, before) {
    super(`${before} ${code}${said === "" ? "" : ` (${said})`}`);
    this.code = code;
    this.said = said;
  }
  code;
  said;
  name = "SaidNo";
};
var ApiUnclear = class extends PlatformAnswer {
  constructor(message, answered, options) {
    super(message, options);
    this.answered = answered;
  }
  answered;
  name = "ApiUnclear";
};
var apiCalls = channel("gpu-lease:api-call");
var TRIES = 4;
var MAX_WAIT_SECONDS = 120;
var MAX_BODY_BYTES = 32 * 1024 * 1024;
function openApi(options) {
  const line = { ...options, base: checkedBase(options), inPace: pacer(options) };
  const isGone = options.isGone ?? (({ status }) => status === 404);
  const meant = (error) => error instanceof ApiRefused ? (options.refused ?? keysNo(options))(error) : error;
  const pause = async (seconds) => {
    await options.clock.sleep(seconds, options.signal);
    options.signal?.throwIfAborted();
  };
  return {
    pause,
    call: (request) => answerTo(line, request, pause).catch((error) => {
      throw request.asAnswered ? error : meant(error);
    }),
    unlessGone: (request) => answerTo(line, request, pause).catch((error) => {
      if (error instanceof ApiRefused && isGone(error)) return void 0;
      throw request.asAnswered ? error : meant(error);
    })
  };
}
var keysNo = ({ name, keyName }) => (refused) => refused.status === 403 ? keyMayNot(name, keyName, refused.said) : refused;
function pacer({ clock, paces, signal }) {
  const lastCall = /* @__PURE__ */ new Map();
  const gate = /* @__PURE__ */ new Map();
  return async (key) => {
    const seconds = paces?.[key];
    if (seconds === void 0) return;
    const before = gate.get(key) ?? Promise.resolve();
    const mine = before.then(async () => {
      const since = (clock.now().getTime() - (lastCall.get(key) ?? Number.NEGATIVE_INFINITY)) / 1e3;
      if (since < seconds) await clock.sleep(seconds - since, signal);
      lastCall.set(key, clock.now().getTime());
    });
    gate.set(key, mine);
    await mine;
  };
}
async function answerTo(line, request, pause) {
  const call = `${line.name} ${request.method} ${request.path}`;
  if (apiCalls.hasSubscribers) apiCalls.publish({ name: line.name, request });
  const repeatable = isRepeatable(request);
  let waited = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await once(line, request);
    const again = attempt < TRIES ? waitBefore(outcome, repeatable, attempt, line.clock) : void 0;
    if (again === void 0 || waited + again > MAX_WAIT_SECONDS) return settle(outcome, request, call, line);
    waited += again;
    await pause(again);
  }
}
async function once(line, request) {
  await line.inPace(request.pace ?? "call");
  const url = new URL(line.base + request.path);
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== void 0) url.searchParams.append(name, String(value));
  const init = initOf(request, await line.headers(), line.signal);
  try {
    const response = await (line.fetch ?? await fetchFor(url))(url, init);
    hear(line, response.headers);
    return {
      status: response.status,
      headers: response.headers,
      text: await boundedText(response, request.streamSeconds)
    };
  } catch (error) {
    line.signal?.throwIfAborted();
    return { lost: error, sent: !neverSent(error) };
  }
}
function initOf({ method, body, form, headers, timeoutSeconds = 30 }, letIn, signal) {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1e3);
  return {
    method,
    headers: {
      accept: "application/json",
      "user-agent": "gpu-lease",
      ...body === void 0 ? {} : { "content-type": "application/json" },
      ...form === void 0 ? {} : { "content-type": "application/x-www-form-urlencoded" },
      ...letIn,
      ...headers
    },
    // A redirect would carry the key to whoever is named there.
    redirect: "manual",
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    ...body === void 0 ? {} : { body: JSON.stringify(body) },
    ...form === void 0 ? {} : { body: new URLSearchParams(form).toString() }
  };
}
function hear({ name, clock }, headers) {
  const date = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(date) || headers.get("age") !== null) return;
  clock.heard?.(name, new Date(date), "service");
}
var isRepeatable = ({ repeatable, method }) => repeatable ?? ["GET", "PUT", "DELETE"].includes(method);
function waitBefore(outcome, repeatable, attempt, clock) {
  const seconds = backoff(attempt, { first: 1 });
  if (outcome.status === void 0) return repeatable || !outcome.sent ? seconds : void 0;
  if (outcome.status === 429) return retryAfter(outcome.headers, clock) ?? 2 * seconds;
  if (outcome.status >= 500 && repeatable) return retryAfter(outcome.headers, clock) ?? seconds;
  return;
}
function retryAfter(headers, clock) {
  const now = clock.now().getTime() / 1e3;
  const after = headers.get("retry-after")?.trim();
  if (after && /^\d{1,6}$/.test(after)) return Number(after);
  if (after && Number.isFinite(Date.parse(after))) return Math.max(0, Date.parse(after) / 1e3 - now);
  const used = [...(headers.get("ratelimit") ?? "").matchAll(/r=0;t=(\d{1,6})/g)].map(([, t]) => Number(t));
  if (used.length > 0) return Math.max(...used);
  const reset = Number(headers.get("ratelimit-reset") ?? Number.NaN);
  if (headers.get("ratelimit-remaining") !== "0" || !Number.isFinite(reset)) return;
  return Math.max(0, reset > 1e9 ? reset - now : reset);
}
function settle(outcome, request, call, options) {
  const secrets = [...options.secrets, ...request.secrets ?? []];
  if (outcome.status === void 0) {
    const why = `${call}: ${redacted(reasonOf(outcome.lost), secrets)}`;
    if (outcome.sent && !isRepeatable(request)) throw new ApiUnclear(why, void 0, { cause: outcome.lost });
    throw unreachable(why, options, outcome.lost);
  }
  const { status, text } = outcome;
  const body = parsed(text);
  if (status >= 200 && status < 300) return checked(body, request, call, options);
  const said = oneLine(redacted(options.explain?.(body) ?? plainText(body) ?? "", secrets));
  const atTheDoor = turnedAway(outcome, options);
  if (atTheDoor) throw atTheDoor;
  if (status === 401) {
    throw new Problem({
      code: "api-key-refused",
      kind: "usage",
      what: `${options.name} does not accept the key in ${options.keyName} (${status} ${said}).`,
      next: `Make a new key in the console of ${options.name}, store it as ${options.keyName}, and run the same command again.`
    });
  }
  if (status === 429) {
    throw new Problem({
      code: "api-throttled",
      kind: "unreachable",
      what: `${call}: ${options.name} asks for fewer calls (429 ${said}), and waiting did not help.`,
      next: "Run the same command again in a few minutes; nothing was changed by this call."
    });
  }
  if (status >= 500 && !isRepeatable(request))
    throw new ApiUnclear(`${call}: ${status} ${said}`, { status, said });
  if (status >= 500) throw unreachable(`${call}: ${status} ${said}`, options);
  throw new ApiRefused(status, said, body, call);
}
var CLOUDFLARE = /^\s*error code:? (?<code>1\d{3})\s*$|<title>[^<]*\bCloudflare\b/i;
function turnedAway({ status, text }, { name, keyName }) {
  const page = CLOUDFLARE.exec(text);
  if (status !== 403 || !page) return;
  const code = page.groups?.["code"];
  return new Problem({
    code: "api-turned-away",
    kind: "unreachable",
    what: `The front door of ${name} (Cloudflare${code === void 0 ? "" : `, error code ${code}`}) turned this machine away before ${name} saw the call; nothing was changed, and ${keyName} was not looked at.`,
    next: "It judges by address and client, and data centres (the runners of GitHub too) are turned away at times. Run the same command again in a few minutes or from another machine (a self-hosted runner, a laptop); where it stays so, ask the support of the platform to let the address in."
  });
}
var keyMayNot = (name, keyName, said) => new Problem({
  code: "api-key-may-not",
  kind: "usage",
  what: `The key in ${keyName} may not do this at ${name}: ${said || "403"}.`,
  next: `Give ${keyName} a key that may create and delete machines; a read-only key can only look.`
});
var unreachable = (what, { name }, cause) => new Problem(
  {
    code: "api-unreachable",
    kind: "unreachable",
    what: `${what}. ${name} did not answer; this says nothing about boxes there.`,
    next: "Run the same command again; it goes on where this one stopped."
  },
  { cause }
);
function checked(body, request, call, options) {
  if (request.reply === void 0) return body;
  const result = request.reply.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Problem({
    code: "api-reply",
    kind: "unreachable",
    // Names of fields, never their values: a reply may hold tokens.
    what: `${call} answered in a shape that gpu-lease does not know (${issue?.path.join(".") || "body"}: ${issue?.code ?? "differs"}).`,
    next: `Look into the console of ${options.name}; then report this with the version of gpu-lease, its API may have changed.`
  });
}
function parsed(text) {
  if (text === "") return void 0;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
var plainText = (body) => typeof body === "string" && !/^\s*</.test(body) ? body : void 0;
var oneLine = (text) => text.replace(/[\x00-\x1f\x7f]+/g, " ").trim().slice(0, 300);
function redacted(text, secrets) {
  return secrets.filter((each) => each.length >= 6).flatMap((each) => [...secretForms(each), each]).reduce((left, each) => left.replaceAll(each, "***"), text);
}
function reasonOf(error) {
  if (error instanceof Error && error.name === "TimeoutError") return "no answer in time";
  return codeIn(error) ?? (error instanceof Error ? error.message : "the connection broke");
}
async function boundedText({ body, ok }, streamSeconds) {
  const chunks = [];
  let bytes = 0;
  const reader = body?.getReader();
  const timer = streamSeconds === void 0 || !ok ? void 0 : setTimeout(() => void reader?.cancel().catch(() => void 0), streamSeconds * 1e3);
  try {
    for (; ; ) {
      const { done, value } = await reader?.read() ?? { done: true };
      if (done || value === void 0) return Buffer.concat(chunks).toString("utf8");
      bytes += value.byteLength;
      if (bytes > MAX_BODY_BYTES) throw new Error(`the answer is longer than ${MAX_BODY_BYTES} bytes`);
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}
function checkedBase({ base, name }) {
  const url = URL.canParse(base) ? new URL(base) : void 0;
  if (url && (url.protocol === "https:" || url.protocol === "http:" && isLoopback(url.hostname)))
    return base.replace(/\/+$/, "");
  throw new Problem({
    code: "api-base",
    kind: "usage",
    what: `The address of ${name}'s API is ${JSON.stringify(base.slice(0, 100))}.`,
    next: "It must begin with https://; http:// is allowed for 127.0.0.1 and localhost only."
  });
}

export {
  PlatformAnswer,
  ApiRefused,
  SaidNo,
  ApiUnclear,
  openApi,
  keyMayNot,
  oneLine
};
