import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  boundData,
  boxSources,
  dataNow,
  secretsOf
} from "./course-data.shared.mjs";
import {
  boxStorage,
  candidateOf
} from "./collect-afar.shared.mjs";
import {
  answersOf,
  exportLines,
  plainToken,
  variableLines
} from "./box-keeper-call.shared.mjs";
import {
  routeText
} from "./box-keeper-text.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  emptyRun
} from "./lease-capacity.shared.mjs";
import {
  formatSeconds
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/box/route.ts
var MOST_BYTES = 8 * 1024 * 1024;
var MOST_SECONDS = 5;
async function measureRoute(channel, asked) {
  const { url, isSecretUrl, token = "", environment, bootEnv } = asked;
  const words = [String(MOST_BYTES), String(MOST_SECONDS), bootEnv ? "1" : "0"];
  const result = await channel.exec(["sh", "-c", routeText(), "sh", ...words], {
    stdin: Buffer.from(`${url}
${token}
${isSecretUrl ? 1 : 0}
${environment}`),
    timeoutSeconds: MOST_SECONDS + 60
  });
  return readRoute(answersOf(result));
}
function readRoute(answers) {
  const told = (word) => answers.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? "";
  const [, bytes = "0", hundredths = "0"] = /^(\d{1,12}) (\d{1,6})$/.exec(told("came")) ?? [];
  return {
    program: /^\w{1,10}$/.exec(told("program"))?.[0] ?? "none",
    bytes: Number(bytes),
    seconds: Number(hundredths) / 100,
    proxies: answers.flatMap((line) => {
      const [, name, host] = /^proxy (\w{8,11}) (.{1,500})$/.exec(line) ?? [];
      return name === void 0 || host === void 0 ? [] : [{ name, host: oneLine(host, 100) }];
    }),
    why: oneLine(told("why").trim(), 200)
  };
}

// src/launch/data-route.ts
var MOST_ORIGINS = 3;
var LEAST_BYTES = 16e6;
function originsOf(sources) {
  const all = /* @__PURE__ */ new Map();
  for (const { files, token } of sources) {
    for (const { url, bytes = 0, isSecretUrl = false } of files) {
      const { origin } = new URL(url);
      const known = all.get(origin);
      const largest = { url, isSecretUrl, ...token !== void 0 && { token } };
      all.set(origin, {
        origin,
        bytes: (known?.bytes ?? 0) + bytes,
        files: (known?.files ?? 0) + 1,
        ...known && known.most >= bytes ? { most: known.most, largest: known.largest } : { most: bytes, largest }
      });
    }
  }
  return [...all.values()].filter(({ bytes }) => bytes >= LEAST_BYTES).sort((a, b) => b.bytes - a.bytes).slice(0, MOST_ORIGINS).map(({ most: _, ...origin }) => origin);
}
async function routeFindings(channel, sources, environment) {
  const findings = [];
  const lines = shellLines(environment);
  for (const origin of originsOf(sources)) {
    const { url, isSecretUrl, token } = origin.largest;
    const seen = await measureRoute(channel, {
      url,
      isSecretUrl,
      ...token !== void 0 && { token: plainToken(token) },
      environment: lines,
      bootEnv: environment.storage.bootEnv === true
    });
    findings.push(judgeRoute(origin, seen, environment.job.budget.hours));
  }
  return findings;
}
function shellLines({ job, storage, enter, secrets }) {
  const proxies = Object.entries(secrets).filter(([name]) => /^(https?|all|no)_proxy$/i.test(name));
  const { places, pathDir } = storage;
  const variables = variableLines({
    vars: job.vars,
    ...places && { places },
    ...pathDir !== void 0 && { pathDir }
  });
  return `${exportLines(Object.fromEntries(proxies))}${enter.map((line) => `${line}
`).join("")}${variables}`;
}
var AT_ONCE = 4;
function judgeRoute({ origin, bytes, files }, seen, hours) {
  const way = `${origin} by ${seen.program}, ${proxyWords(origin, seen.proxies)}`;
  const cause = "The way between this box and that server: its own line, or the proxy or the mirror that stands in between.";
  if (seen.bytes === 0 || seen.seconds === 0)
    return {
      id: "P0-18",
      level: "warn",
      what: `Nothing came from ${way}${seen.why === "" ? "" : `: ${seen.why}`}.`,
      cause,
      fix: "Name a mirror (`storage.hf-endpoint`) or a proxy (`vars`) that this box reaches, or take another platform."
    };
  const perSecond = seen.bytes / seen.seconds;
  const eta = bytes / perSecond;
  const least = eta / Math.min(AT_ONCE, files);
  const most = files > 1 ? `${formatSeconds(least)} to ${formatSeconds(eta)}` : formatSeconds(eta);
  const what = `${way}: ${(perSecond / 1e6).toFixed(2)} MB/s; the ${bytes} bytes of \`data\` from there take ${most}`;
  if (eta <= hours * 3600) return { id: "P0-18", level: "info", what, cause, fix: "" };
  return {
    id: "P0-18",
    level: "warn",
    what: `${what}, and \`budget.hours\` is ${hours}.`,
    cause,
    fix: "Give the box back now and take one nearer to the data, name a mirror or a proxy, or bring the data to its durable tier first."
  };
}
function proxyWords(origin, proxies) {
  const { protocol, hostname } = new URL(origin);
  const wanted = [`${protocol.slice(0, -1)}_proxy`, "all_proxy"];
  const used = wanted.map((want) => proxies.find(({ name }) => name.toLowerCase() === want)).find((each) => each !== void 0);
  if (used === void 0) return "without a proxy";
  const spared = proxies.filter(({ name }) => name.toLowerCase() === "no_proxy").flatMap(({ host }) => host.split(/[\s,]+/).filter((each) => each !== ""));
  const goesStraight = spared.some(
    (each) => each === "*" || hostname === each || hostname.endsWith(`.${each.replace(/^\*?\./, "")}`)
  );
  return goesStraight ? "straight, as no_proxy says" : `through ${used.host} (${used.name})`;
}

// src/course/data-routes.ts
async function dataRoutes(world, { run, lease, job }, channel, placed) {
  if (!job.data || run.data.size === 0) return [];
  const profile = await world.profile(lease.platform);
  const bound = await boundData(world, run, job, profile).catch((error) => {
    if (error instanceof Problem) return void 0;
    throw error;
  });
  if (!bound || "halted" in bound) return [];
  const of = { job, profile, candidate: candidateOf(job, lease) };
  return routesOf(world, boxSources(world, run, bound.sources), { of, channel, placed });
}
async function dataRoutesTo(world, of, channel, placed) {
  if (!of.job.data) return [];
  const sources = await dataNow(world, of.job, of.profile);
  return routesOf(world, boxSources(world, emptyRun("plan"), sources), { of, channel, placed });
}
var routesOf = (world, sources, { of: { job, profile, candidate }, channel, placed }) => routeFindings(channel, sources, {
  job,
  storage: boxStorage(job, profile, candidate, placed),
  enter: profile.hooks.filter(({ scope }) => scope !== "transfer").flatMap(({ enter }) => enter),
  secrets: secretsOf(world, job)
});

export {
  dataRoutes,
  dataRoutesTo
};
