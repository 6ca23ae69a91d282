import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  secretsOfTarget
} from "./job-secret-names.shared.mjs";
import {
  visibleLine
} from "./report-visible-text.shared.mjs";
import {
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  costing,
  runState
} from "./lease-run.shared.mjs";
import {
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
  secondsBetween
} from "./clock.shared.mjs";

// src/notify/message.ts
var MOST_BOXES = 10;
var MOST_CHARACTERS = 1500;
var words = (text) => {
  const line = visibleLine(text);
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}...` : line;
};
var messageOf = (run, news, { now, page, repeat }) => ({
  id: `${run.id}/${news.key}`,
  event: news.event,
  at: news.since,
  run: run.id,
  job: run.opened?.job ?? "",
  state: runState(run),
  what: words(news.what),
  next: news.next === void 0 ? null : words(news.next),
  costUsd: Number(usdSoFar(run, now).toFixed(4)),
  usdPerHour: Number(usdPerHourNow(run, now).toFixed(4)),
  costing: costing(run).slice(0, MOST_BOXES).map(words),
  page: page ?? null,
  repeat
});
var testMessage = (job, id, now, page) => ({
  id: `test/${id}`,
  event: "test",
  at: now.toISOString(),
  run: "",
  job,
  state: "",
  what: "This is a test: nothing happened, and messages arrive here.",
  next: null,
  costUsd: 0,
  usdPerHour: 0,
  costing: [],
  page: page ?? null,
  repeat: false
});
var titleOf = ({ event, run, job }) => `gpu-lease: ${event.replace("-", " ")} (${visibleLine(run || job)})`;
function moneyOf({ costUsd, usdPerHour, costing: boxes }) {
  if (costUsd === 0 && usdPerHour === 0) return "";
  const still = usdPerHour === 0 ? "nothing costs money any more" : `${usdPerHour} USD per hour goes on${boxes.length > 0 ? ` (${boxes.join("; ")})` : ""}`;
  return `${costUsd.toFixed(2)} USD so far, ${still}`;
}

// src/notify/discord.ts
var MOST_CHARACTERS2 = 2e3;
var SUPPRESS_EMBEDS = 4;
var escaped = (text) => text.replace(/[\\`*_~|<>[\]()#:@+-]/g, (char) => `\\${char}`).replaceAll("\\@", "@\u200B");
function discordRequest(address, message) {
  const url = new URL(address);
  url.searchParams.set("wait", "true");
  const { what, next, page } = message;
  const money = moneyOf(message);
  const lines = [
    `**${escaped(titleOf(message))}**`,
    escaped(what),
    ...next === null ? [] : [`Next: ${escaped(next)}`],
    escaped(money)
  ];
  const end = page === null ? "" : `
<${page}>`;
  const text = lines.filter(Boolean).join("\n").slice(0, MOST_CHARACTERS2 - end.length);
  const body = { content: text + end, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
  return { url, body: JSON.stringify(body), headers: {} };
}

// src/notify/mail.ts
import { createHash } from "node:crypto";
var TLS_FROM_THE_START = 465;
var TRY_SECONDS = 12;
function mailOf({ from, to }, message) {
  const { id, what, next, page, run, job, state, at } = message;
  const money = moneyOf(message);
  const facts = [run && `Run ${run} of ${job} is ${state}; this was at ${at}.`, money && `${money}.`, page];
  const parts = [what, next && `Next: ${next}`, facts.filter(Boolean).join("\n")];
  return {
    from,
    to,
    subject: titleOf(message).slice(0, 150),
    messageId: `<${createHash("sha256").update(id).digest("hex").slice(0, 32)}@gpu-lease>`,
    text: `${parts.filter(Boolean).join("\n\n")}
`
  };
}
async function sendMail(target, message, password, sending) {
  const { createTransport } = await import("./npm-nodemailer-dist-esm-nodemailer.mjs");
  const { host, port, user } = target;
  const isHere = isLoopback(host);
  const leftMs = Math.max(1, Math.min(TRY_SECONDS, secondsBetween(sending.clock.now(), sending.until))) * 1e3;
  const transport = createTransport({
    host,
    port,
    secure: port === TLS_FROM_THE_START,
    requireTLS: !isHere,
    tls: { minVersion: "TLSv1.2", rejectUnauthorized: !isHere },
    ...user !== void 0 && { auth: { user, pass: password ?? "" } },
    connectionTimeout: leftMs,
    greetingTimeout: leftMs,
    socketTimeout: leftMs,
    disableFileAccess: true,
    disableUrlAccess: true
  });
  const close = () => transport.close();
  sending.signal.addEventListener("abort", close, { once: true });
  try {
    await bounded(transport.sendMail(mailOf(target, message)), leftMs);
    return { taken: true };
  } catch (error) {
    return { taken: false, why: whyOf(error) };
  } finally {
    sending.signal.removeEventListener("abort", close);
    transport.close();
  }
}
async function bounded(sent, ms) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error("late"), { code: "ETIMEDOUT" })), ms);
  });
  try {
    await Promise.race([sent, late]);
  } finally {
    clearTimeout(timer);
    sent.catch(() => {
    });
  }
}
var WORDS = {
  EAUTH: "the server does not accept the login",
  EENVELOPE: "the server does not take this sender or these receivers",
  ETLS: "the server offers no TLS, and nothing is sent without",
  ETIMEDOUT: "no answer in time",
  EDNS: "its name was not found",
  ECONNECTION: "it could not be reached",
  ESOCKET: "it could not be reached by TLS"
};
function whyOf(error) {
  const { code, responseCode } = Object(error);
  const number = Number.isSafeInteger(responseCode) ? ` (${responseCode})` : "";
  const known = typeof code === "string" && Object.hasOwn(WORDS, code) ? WORDS[code] : void 0;
  const word = typeof code === "string" && /^[A-Z_]{2,40}$/.test(code) ? code : "no reason given";
  return `${known ?? word}${number}`;
}

// src/notify/post.ts
var TRIES = 3;
var TRY_SECONDS2 = 8;
var MOST_PAUSE_SECONDS = 6 * 3600;
async function post(request, sending) {
  const { clock, until, signal } = sending;
  for (let tries = 1; ; tries += 1) {
    const answer = await once(request(), sending);
    if ("status" in answer && answer.status >= 200 && answer.status < 300) return { taken: true };
    const why = whyOf2(answer);
    const isFinal = "status" in answer && !mayChange(answer.status);
    const asked = "status" in answer ? answer.afterSeconds : void 0;
    const pause = asked ?? backoff(tries, { first: 1 });
    const now = clock.now();
    if (isFinal || tries >= TRIES || pause >= secondsBetween(now, until) || signal.aborted)
      return { taken: false, why, ...asked !== void 0 && { notBefore: later(now, asked) } };
    await clock.sleep(pause, signal);
  }
}
var later = (now, seconds) => new Date(now.getTime() + Math.min(seconds, MOST_PAUSE_SECONDS) * 1e3).toISOString();
var mayChange = (status) => status === 408 || status === 425 || status === 429 || status >= 500;
function whyOf2(answer) {
  if ("lost" in answer) return answer.lost;
  const { status, said } = answer;
  if (status >= 300 && status < 400)
    return `HTTP ${status}: it sends us elsewhere, and no message follows; name the address behind it`;
  return `HTTP ${status}${said && ` ${said}`}`;
}
async function once({ url, body, headers }, { clock, signal, until }) {
  const left = secondsBetween(clock.now(), until);
  const timeout = AbortSignal.timeout(Math.max(1, Math.min(TRY_SECONDS2, left)) * 1e3);
  try {
    const response = await (await fetchFor(url))(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "gpu-lease", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.any([timeout, signal])
    });
    return {
      status: response.status,
      said: await codeIn(response),
      afterSeconds: retryAfter(response, clock)
    };
  } catch (error) {
    return { lost: timeout.aborted ? "no answer in time" : lostWords(error) };
  }
}
async function codeIn(response) {
  if (response.ok) return response.body?.cancel().then(() => "") ?? "";
  const reader = response.body?.getReader();
  const { value } = await reader?.read() ?? {};
  await reader?.cancel();
  const text = value === void 0 ? "" : Buffer.from(value).subarray(0, 200).toString("utf8").trim();
  return /^[a-z_]{2,60}$/.test(text) ? text : "";
}
function retryAfter({ headers }, clock) {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? void 0 : Math.max(0, secondsBetween(clock.now(), new Date(date)));
}
function lostWords(error) {
  const { cause } = Object(error);
  const { code } = Object(cause ?? error);
  const word = typeof code === "string" && /^[A-Z0-9_]{2,60}$/.test(code) ? ` (${code})` : "";
  return neverSent(error) ? `it could not be reached${word}` : `the line broke${word}`;
}

// src/notify/slack.ts
var escaped2 = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
function slackRequest(url, message) {
  const { what, next, page } = message;
  const title = titleOf(message);
  const plain = (text) => ({ type: "plain_text", text, emoji: false });
  const sections = [title, what, ...next === null ? [] : [`Next: ${next}`], moneyOf(message)].filter(
    Boolean
  );
  const body = {
    text: escaped2(`${title}: ${what}`),
    mrkdwn: false,
    parse: "none",
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      ...sections.map((text) => ({ type: "section", text: plain(text) })),
      ...page === null ? [] : [{ type: "context", elements: [{ type: "mrkdwn", text: `<${escaped2(page)}|workflow run>` }] }]
    ]
  };
  return { url, body: JSON.stringify(body), headers: {} };
}

// src/notify/webhook.ts
import { createHmac } from "node:crypto";
var VERSION = 1;
var webhookBody = (message) => JSON.stringify({ version: VERSION, ...message });
function webhookRequest(url, message, key, sentAt) {
  const body = webhookBody(message);
  const signature = key && createHmac("sha256", key).update(`${sentAt}.${body}`).digest("hex");
  return {
    url,
    body,
    headers: {
      "X-GPU-Lease-Event": message.event,
      "X-GPU-Lease-Delivery": message.id,
      "X-GPU-Lease-Timestamp": String(sentAt),
      ...signature && { "X-GPU-Lease-Signature": `sha256=${signature}` }
    }
  };
}

// src/notify/target.ts
function targetWords(id, target) {
  if (target.kind === "smtp") return `${id} (${target.host}, to ${target.to.join(", ")})`;
  if (target.kind !== "webhook") return `${id} (${target.url})`;
  return `${id} (${target.url ?? new URL(target.address ?? "").host})`;
}
function faultOfTarget(target, secret) {
  const unset = secretsOfTarget(target).filter((name) => (secret(name) ?? "").trim() === "");
  if (unset.length > 0) return `${unset.join(" and ")} ${unset.length === 1 ? "is" : "are"} not set here`;
  if (target.kind === "smtp") return;
  const fault = addressFault(addressOf(target, secret));
  return fault && `what ${target.url} holds ${fault}`;
}
var addressOf = (target, secret) => (target.kind === "webhook" ? target.address : void 0) ?? secret(target.url ?? "")?.trim() ?? "";
function addressFault(text) {
  if (!URL.canParse(text)) return "is no address";
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return "is an address with a login in it";
  if (protocol === "https:" || protocol === "http:" && isLoopback(hostname)) return;
  return "is no https address";
}
function bodyFor(target, message) {
  if (target.kind === "smtp") {
    const { from, to, subject, text } = mailOf(target, message);
    return `From: ${from}
To: ${to.join(", ")}
Subject: ${subject}

${text.trimEnd()}`;
  }
  const nowhere = new URL("https://localhost/");
  return requestFor(target, { url: nowhere, message, key: void 0, sentAt: 0 }).body;
}
async function sendTo(target, message, secret, sending) {
  const fault = faultOfTarget(target, secret);
  if (fault !== void 0) return { taken: false, why: fault };
  if (target.kind === "smtp")
    return sendMail(target, message, target.password && secret(target.password), sending);
  const url = new URL(addressOf(target, secret));
  const key = target.kind === "webhook" && target.secret !== void 0 ? secret(target.secret) : void 0;
  const sentAt = () => Math.floor(sending.clock.now().getTime() / 1e3);
  return post(() => requestFor(target, { url, message, key, sentAt: sentAt() }), sending);
}
function requestFor({ kind }, { url, message, key, sentAt }) {
  if (kind === "slack") return slackRequest(url, message);
  if (kind === "discord") return discordRequest(url, message);
  return webhookRequest(url, message, key, sentAt);
}

export {
  messageOf,
  testMessage,
  targetWords,
  faultOfTarget,
  bodyFor,
  sendTo
};
