import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  codeIn,
  neverSent
} from "./host-never-sent.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  Limit
} from "./host-limit.shared.mjs";
import {
  fetchFor
} from "./host-proxied-fetch.shared.mjs";
import {
  getOctokit
} from "./npm-actions-github-lib-context.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-undici-index.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import "./nothing.shared.mjs";

// src/github/rest/limits.ts
var SECONDARY_PAUSE_SECONDS = 60;
function quotaOf(headers) {
  const requests = wholeNumber(headers["x-ratelimit-remaining"]);
  const reset = wholeNumber(headers["x-ratelimit-reset"]);
  if (requests === void 0 || reset === void 0) return;
  return { requests, resetsAt: new Date(reset * 1e3) };
}
function pauseAsked(answer) {
  const { status, headers } = answer;
  if (status !== 403 && status !== 429) return;
  const after = wholeNumber(headers["retry-after"]);
  if (after !== void 0) return after;
  const quota = quotaOf(headers);
  if (headers["x-ratelimit-remaining"] === "0" && quota) {
    const theirNow = Date.parse(String(headers["date"] ?? ""));
    if (Number.isFinite(theirNow)) return Math.max(1, (quota.resetsAt.getTime() - theirNow) / 1e3 + 1);
  }
  if (status === 429 || headers["x-ratelimit-remaining"] === "0" || /rate limit/i.test(saidIn(answer)))
    return SECONDARY_PAUSE_SECONDS;
  return;
}
function saidIn({ data }) {
  const { message, errors } = data ?? {};
  const text = typeof message === "string" ? message : typeof data === "string" ? data : "";
  const faults = Array.isArray(errors) ? errors.map(faultIn).filter((each) => each !== "") : [];
  return [text, ...faults].join("; ").replace(/[\x00-\x1f\x7f]+/g, " ").trim().slice(0, 300);
}
function faultIn(error) {
  if (typeof error === "string") return error;
  const { field, code, message } = error ?? {};
  return [field, message ?? code].filter((each) => typeof each === "string").join(": ");
}
function wholeNumber(value) {
  return /^\d{1,12}$/.test(String(value ?? "")) ? Number(value) : void 0;
}

// src/github/rest/answers.ts
function refusal(asked, answer) {
  const { status } = answer;
  const said = redacted(saidIn(answer), asked);
  const what = `GitHub answered ${status} to ${asked.name}${said ? ` (${said})` : ""}`;
  const { repository: repository2 } = asked;
  if (status === 401) {
    return new Problem({
      code: "github-forbidden",
      kind: "refused",
      what: `${what}: the token in GH_TOKEN or GITHUB_TOKEN is not valid.`,
      next: `Pass this job's own token on ("GH_TOKEN: \${{ github.token }}"); it ends with its job and cannot be kept.`
    });
  }
  if (status === 403 || status === 404) {
    const missing = permissionOf(answer) ?? asked.needs;
    return new Problem({
      code: "github-forbidden",
      kind: "refused",
      what: `${what}: the token may not do this in ${repository2}, or it is not there. It takes the permission "${missing}".`,
      next: `Give the job "permissions: { ${missing} }", beside those that it has; a job that names one permission has no others.`
    });
  }
  if (status === 410) {
    return new Problem({
      code: "github-gone",
      kind: "refused",
      what: `${what}: it was there and has been deleted, has expired, or is switched off.`,
      next: `Look at it in ${repository2}; what GitHub has deleted does not come back.`
    });
  }
  return new Problem({
    code: "github-refused",
    kind: "refused",
    what: `${what}.`,
    next: `Look at what GitHub says of the request; the same request is answered in the same way.`
  });
}
var throttled = (call, answered, seconds) => new Problem({
  code: "github-throttled",
  kind: "unreachable",
  what: `GitHub asks for fewer requests (${call}: ${answered}); it wants to be asked again in ${formatSeconds(seconds)}.`,
  next: "Run the same command again after that; this request changed nothing. A token has 1,000 requests an hour for all runs of a repository."
});
function lost(asked, cause) {
  const { name } = asked;
  const isUnclear = !asked.isRead && !neverSent(cause);
  return new Problem(
    {
      code: isUnclear ? "github-unclear" : "github-unreachable",
      kind: "unreachable",
      what: `GitHub did not answer ${name}: ${redacted(reasonOf(cause), asked)}.${isUnclear ? " It may have been done nevertheless." : ""}`,
      next: isUnclear ? "Look whether it was done before it is asked for again; running the same command again does." : "Run the same command again; it goes on where this one stopped."
    },
    cause instanceof Error ? { cause: withoutRequest(cause, asked) } : {}
  );
}
var notUnderstood = (call, error) => new Problem({
  code: "github-reply",
  kind: "unreachable",
  // Names of fields, never their values.
  what: `GitHub answered ${call} in a shape that gpu-lease does not know (${error.issues[0]?.path.join(".") || "body"}: ${error.issues[0]?.code ?? "differs"}).`,
  next: "Report this with the version of gpu-lease; the API may have changed."
});
function permissionOf({ headers }) {
  const [first = ""] = String(headers["x-accepted-github-permissions"] ?? "").split(";");
  const pairs = [...first.matchAll(/([a-z_]+)=(read|write|admin)/g)];
  const words = pairs.map(([, name = "", level]) => `${name.replaceAll("_", "-")}: ${level}`);
  return words.length > 0 ? words.join(", ") : void 0;
}
function reasonOf(cause) {
  if (isAnswer(cause)) return `${cause.status} ${saidIn(cause)}`.trim();
  const inner = cause.cause;
  if (inner?.name === "TimeoutError") return "no answer in time";
  return codeIn(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}
var isAnswer = (value) => value !== null && typeof value === "object" && !(value instanceof Error) && "data" in value;
var withoutRequest = (error, asked) => new Error(redacted(error.message, asked).slice(0, 300));
var redacted = (text, { token }) => token.length >= 6 ? text.replaceAll(token, "***") : text;

// src/github/rest/storage.ts
var SILENCE_SECONDS = 60;
async function download(client, call, more = {}) {
  const asked = client.asked(call);
  const answer = await client.send(call, {
    redirect: "manual",
    ...more.accept === void 0 ? {} : { headers: { accept: more.accept } }
  });
  const to = String(answer.headers["location"] ?? "");
  if (answer.status < 300 || answer.status > 399 || to === "") throw refusal(asked, answer);
  const url = storageUrl(to, client.access.baseUrl, asked.name);
  const { range } = more;
  const quiet = new AbortController();
  const timer = setTimeout(() => quiet.abort(new Error("no answer in time")), SILENCE_SECONDS * 1e3);
  const signal = AbortSignal.any([quiet.signal, client.access.signal]);
  try {
    const send = await fetchFor(url);
    const headers = {
      "user-agent": "gpu-lease",
      ...range ? { range: `bytes=${range.from}-${range.to}` } : {}
    };
    const response = await send(url, { headers, signal });
    const isWhole = range === void 0 ? response.status === 200 : response.status === 206;
    if (!isWhole || response.body === null) throw new Error(`its storage answered ${response.status}`);
    timer.refresh();
    return watched(response.body, timer, asked.name, client.access.signal);
  } catch (error) {
    clearTimeout(timer);
    client.access.signal.throwIfAborted();
    throw broken(asked.name, error);
  }
}
async function* watched(body, timer, name, signal) {
  try {
    for await (const chunk of body) {
      timer.refresh();
      yield chunk;
      timer.refresh();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw broken(name, error);
  } finally {
    clearTimeout(timer);
  }
}
async function* ofLength(stream, bytes, what) {
  let seen = 0;
  for await (const chunk of stream) {
    seen += chunk.byteLength;
    if (seen > bytes) throw wrongLength(what, bytes, `at least ${seen}`);
    yield chunk;
  }
  if (seen < bytes) throw wrongLength(what, bytes, String(seen));
}
var wrongLength = (what, announced, came) => new Problem({
  code: "github-length",
  kind: "unreachable",
  what: `GitHub says that ${what} has ${announced} bytes, and ${came} came.`,
  next: "Run the same command again; if it stays so, what lies there is not what was uploaded."
});
var broken = (name, error) => {
  const { message, cause } = error;
  return new Problem({
    code: "github-unreachable",
    kind: "unreachable",
    // The address is a key: it is signed.
    what: `The download of ${name} broke off: ${cause?.code ?? message ?? "no reason given"}.`,
    next: "Run the same command again."
  });
};
function storageUrl(address, baseUrl, name) {
  const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : void 0;
  const isLocal = new URL(baseUrl).protocol === "http:" && url?.protocol === "http:";
  if (url && (url.protocol === "https:" || isLocal)) return url;
  throw broken(name, new Error("it was sent to an address without TLS"));
}

// src/github/rest/artifacts.ts
var ArtifactReply = external_exports.object({
  id: external_exports.number(),
  name: external_exports.string(),
  size_in_bytes: external_exports.number(),
  digest: external_exports.string().nullish(),
  expired: external_exports.boolean(),
  expires_at: external_exports.string().nullable(),
  workflow_run: external_exports.object({
    id: external_exports.number().optional(),
    repository_id: external_exports.number().optional(),
    head_repository_id: external_exports.number().optional()
  }).nullish()
});
var needs = "actions: read";
var MOST_OF_ONE_NAME = 100;
var artifacts = (client) => ({
  artifact: (id) => artifact(client, id),
  async artifactsOf(workflowRun) {
    const all = await client.all(
      {
        route: "GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts",
        parameters: { run_id: workflowRun },
        reply: external_exports.object({ artifacts: external_exports.array(ArtifactReply) }),
        needs
      },
      (page) => page.artifacts
    );
    return all.map(artifactOf);
  },
  async artifacts() {
    const all = await client.all(
      {
        route: "GET /repos/{owner}/{repo}/actions/artifacts",
        reply: external_exports.object({ artifacts: external_exports.array(ArtifactReply) }),
        needs
      },
      (page) => page.artifacts
    );
    return all.map(artifactOf);
  },
  async artifactsNamed(name) {
    const page = await client.call({
      route: "GET /repos/{owner}/{repo}/actions/artifacts",
      parameters: { name, per_page: MOST_OF_ONE_NAME },
      reply: external_exports.object({ artifacts: external_exports.array(ArtifactReply) }),
      needs
    });
    return page.artifacts.map(artifactOf).filter((each) => each.name === name);
  },
  async downloadArtifact(wanted) {
    const listed = typeof wanted === "number" ? await artifact(client, wanted) : wanted;
    const id = typeof wanted === "number" ? wanted : wanted.id;
    if (listed === void 0 || listed.expired) throw gone(id, listed, client.access.repository);
    const bytes = await download(client, {
      route: "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}",
      parameters: { artifact_id: id, archive_format: "zip" },
      reply: external_exports.unknown(),
      needs
    });
    return ofLength(bytes, listed.bytes, `artifact ${listed.name} (${id})`);
  },
  async deleteArtifact(id) {
    await client.find({
      route: "DELETE /repos/{owner}/{repo}/actions/artifacts/{artifact_id}",
      parameters: { artifact_id: id },
      reply: external_exports.unknown(),
      needs: "actions: write"
    });
  }
});
async function artifact(client, id) {
  const found = await client.find({
    route: "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}",
    parameters: { artifact_id: id },
    reply: ArtifactReply,
    needs
  });
  return found && artifactOf(found);
}
var artifactOf = (reply) => ({
  id: reply.id,
  name: reply.name,
  bytes: reply.size_in_bytes,
  digest: reply.digest ?? void 0,
  expired: reply.expired,
  expiresAt: reply.expires_at ?? void 0,
  workflowRun: reply.workflow_run?.id,
  isOwn: reply.workflow_run?.repository_id !== void 0 && reply.workflow_run.repository_id === reply.workflow_run.head_repository_id
});
var gone = (id, listed, repository2) => new Problem({
  code: "github-gone",
  kind: "refused",
  what: listed ? `Artifact ${listed.name} (${id}) of ${repository2} expired at ${listed.expiresAt ?? "a time that GitHub does not give"}.` : `${repository2} has no artifact ${id}: it was deleted, or it belongs to an earlier attempt of its run.`,
  next: 'Collect again while the box still holds the files; a later retention is set with "retention-days".'
});

// src/github/rest/checks.ts
var ANNOTATIONS_A_REQUEST = 50;
var CheckReply = external_exports.object({
  id: external_exports.number(),
  name: external_exports.string(),
  external_id: external_exports.string().nullable(),
  status: external_exports.string(),
  conclusion: external_exports.string().nullable()
});
var checks = (client) => {
  async function update(id, change) {
    for (const part of inParts(change)) {
      await client.call({
        route: "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}",
        parameters: {
          check_run_id: id,
          ...change.externalId === void 0 ? {} : { external_id: change.externalId },
          ...part
        },
        reply: external_exports.unknown(),
        needs: "checks: write"
      });
    }
  }
  return {
    async checksOf(sha, name) {
      const all = await client.all(
        {
          route: "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
          parameters: { ref: sha, check_name: name, filter: "all" },
          reply: external_exports.object({ check_runs: external_exports.array(CheckReply) }),
          needs: "checks: read"
        },
        (page) => page.check_runs
      );
      return all.map(checkOf).sort((a, b) => b.id - a.id);
    },
    async createCheck({ sha, name, externalId, ...input }) {
      const [first, ...rest] = inParts(input);
      const made = await client.call({
        route: "POST /repos/{owner}/{repo}/check-runs",
        parameters: { name, head_sha: sha, external_id: externalId, ...first },
        reply: CheckReply,
        needs: "checks: write"
      });
      const left = (input.annotations ?? []).slice(ANNOTATIONS_A_REQUEST);
      if (rest.length > 0) await update(made.id, { ...input, annotations: left });
      return checkOf(made);
    },
    updateCheck: update
  };
};
function inParts({ status, conclusion, title, summary, annotations = [] }) {
  const count = Math.max(1, Math.ceil(annotations.length / ANNOTATIONS_A_REQUEST));
  return Array.from({ length: count }, (_, i) => ({
    status,
    ...conclusion === void 0 ? {} : { conclusion },
    output: {
      title,
      summary,
      annotations: annotations.slice(i * ANNOTATIONS_A_REQUEST, (i + 1) * ANNOTATIONS_A_REQUEST).map(({ path, line, level, title: heading, message }) => ({
        path,
        start_line: line,
        end_line: line,
        annotation_level: level,
        title: heading,
        message
      }))
    }
  }));
}
var checkOf = (reply) => ({
  id: reply.id,
  name: reply.name,
  externalId: reply.external_id ?? "",
  status: reply.status,
  conclusion: reply.conclusion ?? void 0
});

// src/github/rest/call.ts
var isRead = ({ route }) => route.startsWith("GET ");

// src/github/rest/client.ts
var API_VERSION = "2022-11-28";
var ATTEMPTS = 3;
var ANSWER_SECONDS = 15;
var MAX_WAIT_SECONDS = 120;
var WRITE_GAP_SECONDS = 1;
var READS_AT_ONCE = 16;
var PER_PAGE = 100;
var MAX_PAGES = 20;
var RestClient = class {
  access;
  #octokit;
  #requests = 0;
  #quota;
  /** GitHub asked for silence until then. */
  #closedUntil;
  #reads = new Limit(READS_AT_ONCE);
  #writes = new Limit(1);
  #lastWriteAt;
  constructor(access) {
    this.access = access;
    const quiet = { debug() {
    }, info() {
    }, warn() {
    }, error() {
    } };
    this.#octokit = getOctokit(access.token, { baseUrl: access.baseUrl, log: quiet });
  }
  requests() {
    return this.#requests;
  }
  remaining() {
    return this.#quota;
  }
  /** @throws Problem for every answer but a 2xx that fits */
  async call(call) {
    return this.#settled(call, await this.send(call));
  }
  /** `undefined` for what does not exist. */
  async find(call) {
    const answer = await this.send(call);
    return answer.status === 404 ? void 0 : this.#settled(call, answer);
  }
  /** The entries of a list that comes in pages, one by one: who has seen enough stops, and no further page is asked for. */
  async *each(call, entries) {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const parameters = { ...call.parameters, per_page: PER_PAGE, page };
      const answer = await this.send({ ...call, parameters });
      yield* entries(this.#settled(call, answer));
      if (!/rel="next"/.test(String(answer.headers["link"] ?? ""))) return;
    }
  }
  async all(call, entries) {
    const found = [];
    for await (const each of this.each(call, entries)) found.push(each);
    return found;
  }
  /** @param bytes its whole length, which GitHub wants to know before the first of them */
  async upload(call, body, bytes, seconds) {
    const headers = { "content-type": "application/octet-stream", "content-length": String(bytes) };
    return this.#settled(call, await this.send(call, { body, headers, seconds }));
  }
  /** Any answer of GitHub's, once there is nothing left to try. @throws Problem when there is none */
  async send(call, how = {}) {
    if (isRead(call)) return this.#reads.run(() => this.#persist(call, how));
    return this.#writes.run(() => this.#spaced(() => this.#persist(call, how)));
  }
  /** @throws Problem where the answer is no 2xx, or its body does not fit */
  #settled(call, answer) {
    if (answer.status < 200 || answer.status > 299) throw refusal(this.asked(call), answer);
    const result = call.reply.safeParse(answer.data);
    if (result.success) return result.data;
    throw notUnderstood(this.asked(call).name, result.error);
  }
  async #persist(call, how) {
    const { clock, signal } = this.access;
    let waited = await this.#silence(call);
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const outcome = await this.#try(call, how);
      const pause = this.#pauseAfter(outcome, call, attempt);
      if (pause === void 0) return this.#accepted(outcome, call);
      const isOver = attempt >= ATTEMPTS || waited + pause > MAX_WAIT_SECONDS || how.body !== void 0;
      if (isOver) return this.#givenUp(outcome, call, pause);
      waited += pause;
      await clock.sleep(pause, signal);
    }
  }
  /** While GitHub wants silence nothing is sent: it counts what comes nevertheless, and may lock the token out. */
  async #silence(call) {
    const { clock, signal } = this.access;
    const until = this.#closedUntil;
    const seconds = until === void 0 ? 0 : Math.max(0, secondsBetween(clock.now(), until));
    if (seconds > MAX_WAIT_SECONDS) throw throttled(this.asked(call).name, "not sent", seconds);
    if (seconds > 0) await clock.sleep(seconds, signal);
    return seconds;
  }
  async #try(call, how) {
    const { signal, answerSeconds = ANSWER_SECONDS } = this.access;
    const timeout = AbortSignal.timeout((how.seconds ?? answerSeconds) * 1e3);
    this.#requests += 1;
    try {
      const { status, headers, data } = await this.#octokit.request(call.route, {
        ...this.#parameters(call),
        ...how.body === void 0 ? {} : { data: how.body },
        headers: { "x-github-api-version": API_VERSION, ...how.headers },
        request: { signal: AbortSignal.any([timeout, signal]), redirect: how.redirect ?? "follow" }
      });
      return this.#counted({ status, headers, data });
    } catch (error) {
      signal.throwIfAborted();
      const own = problemIn(error);
      if (own) throw own;
      const answer = answerIn(error);
      return answer === void 0 ? { lost: error } : this.#counted(answer);
    }
  }
  #counted(answer) {
    this.#quota = quotaOf(answer.headers) ?? this.#quota;
    const date = Date.parse(String(answer.headers["date"] ?? ""));
    if (!Number.isNaN(date)) this.access.clock.heard?.("GitHub", new Date(date), "service");
    return answer;
  }
  /** Seconds to wait before the same call again; `undefined` when it need not or must not be made again. */
  #pauseAfter(outcome, call, attempt) {
    const seconds = backoff(attempt, { first: 2 });
    if ("lost" in outcome) return isRead(call) || neverSent(outcome.lost) ? seconds : void 0;
    const asked = pauseAsked(outcome);
    if (asked !== void 0) return this.#quieted(Math.max(asked, seconds));
    return outcome.status >= 500 && isRead(call) ? seconds : void 0;
  }
  /** What one call is told counts for all: others that come meanwhile wait too. */
  #quieted(seconds) {
    const until = new Date(this.access.clock.now().getTime() + seconds * 1e3);
    if (this.#closedUntil === void 0 || until > this.#closedUntil) this.#closedUntil = until;
    return seconds;
  }
  #accepted(outcome, call) {
    if ("lost" in outcome) throw lost(this.asked(call), outcome.lost);
    if (outcome.status >= 500) throw lost(this.asked(call), outcome);
    return outcome;
  }
  #givenUp(outcome, call, pause) {
    if ("lost" in outcome) throw lost(this.asked(call), outcome.lost);
    if (outcome.status >= 500) throw lost(this.asked(call), outcome);
    throw throttled(this.asked(call).name, `${outcome.status} ${saidIn(outcome)}`, pause);
  }
  async #spaced(write) {
    const { clock, signal } = this.access;
    const since = this.#lastWriteAt;
    const left = since === void 0 ? 0 : WRITE_GAP_SECONDS - secondsBetween(since, clock.now());
    if (left > 0) await clock.sleep(left, signal);
    try {
      return await write();
    } finally {
      this.#lastWriteAt = clock.now();
    }
  }
  /** For messages. */
  asked(call) {
    const { repository: repository2, token } = this.access;
    const { method, url } = this.#octokit.request.endpoint(call.route, this.#parameters(call));
    const name = `${method} ${new URL(url).pathname}`;
    return { name, isRead: isRead(call), needs: call.needs, repository: repository2, token };
  }
  #parameters(call) {
    const [owner, repo] = this.access.repository.split("/");
    return { owner, repo, ...call.parameters };
  }
};
function problemIn(error) {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1)
    if (each instanceof Problem) return each;
  return;
}
function answerIn(error) {
  const { response } = error;
  return response === void 0 ? void 0 : response;
}

// src/github/rest/authors.ts
var Author = external_exports.object({
  user: external_exports.object({ login: external_exports.string(), type: external_exports.string().optional() }).nullish(),
  author_association: external_exports.string().optional()
});
var INSTALLATION = "ghs_";
function isOurKind({ user, author_association }, token) {
  if (token.startsWith(INSTALLATION)) return user?.type === "Bot";
  return ["OWNER", "MEMBER", "COLLABORATOR"].includes(author_association ?? "");
}

// src/github/rest/comments.ts
var CommentReply = external_exports.object({ ...Author.shape, id: external_exports.number(), body: external_exports.string().nullish() });
var comments = (client) => ({
  async commentMarked(issue, marker) {
    const listing = {
      route: "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
      parameters: { issue_number: issue },
      reply: external_exports.array(CommentReply),
      needs: "pull-requests: read"
    };
    for await (const each of client.each(listing, (page) => page))
      if (each.body?.includes(marker) && isOurKind(each, client.access.token))
        return { id: each.id, body: each.body };
    return;
  },
  async createComment(issue, body) {
    const { id } = await client.call({
      route: "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
      parameters: { issue_number: issue, body },
      reply: CommentReply,
      needs: "pull-requests: write"
    });
    return { id };
  },
  async updateComment(id, body) {
    await client.call({
      route: "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
      parameters: { comment_id: id, body },
      reply: external_exports.unknown(),
      needs: "pull-requests: write"
    });
  }
});

// src/github/rest/environments.ts
var Person = external_exports.object({ login: external_exports.string() });
var Reviewer = external_exports.object({
  type: external_exports.string().optional(),
  reviewer: external_exports.object({ login: external_exports.string().optional(), slug: external_exports.string().optional() }).nullish()
});
var Rule = external_exports.object({
  type: external_exports.string(),
  wait_timer: external_exports.number().optional(),
  prevent_self_review: external_exports.boolean().optional(),
  reviewers: external_exports.array(Reviewer).nullish()
});
var EnvironmentReply = external_exports.object({
  name: external_exports.string(),
  protection_rules: external_exports.array(Rule).nullish(),
  deployment_branch_policy: external_exports.object({ protected_branches: external_exports.boolean(), custom_branch_policies: external_exports.boolean() }).nullish(),
  // Answered, though the published description leaves it out.
  can_admins_bypass: external_exports.boolean().nullish()
});
var Reviews = external_exports.array(
  external_exports.object({
    state: external_exports.enum(["approved", "rejected", "pending"]),
    comment: external_exports.string().nullish(),
    user: Person.nullish(),
    environments: external_exports.array(external_exports.object({ name: external_exports.string().optional() }))
  })
);
var Pending = external_exports.array(
  external_exports.object({
    environment: external_exports.object({ name: external_exports.string().optional() }),
    reviewers: external_exports.array(Reviewer).nullish()
  })
);
var needs2 = "actions: read";
var environments = (client) => ({
  async environment(name) {
    const found = await client.find({
      route: "GET /repos/{owner}/{repo}/environments/{environment_name}",
      parameters: { environment_name: name },
      reply: EnvironmentReply,
      needs: needs2
    });
    return found && environmentOf(found);
  },
  async environments() {
    const all = await client.all(
      {
        route: "GET /repos/{owner}/{repo}/environments",
        reply: external_exports.object({ environments: external_exports.array(EnvironmentReply).optional() }),
        needs: needs2
      },
      (page) => page.environments ?? []
    );
    return all.map(environmentOf);
  },
  async approvals(workflowRun) {
    const reviews = await client.call({
      route: "GET /repos/{owner}/{repo}/actions/runs/{run_id}/approvals",
      parameters: { run_id: workflowRun },
      reply: Reviews,
      needs: needs2
    });
    return reviews.map(({ state, comment, user, environments: environments2 }) => ({
      state,
      login: user?.login ?? "",
      comment: comment ?? "",
      environments: environments2.flatMap(({ name }) => name ?? [])
    }));
  },
  async pendingDeployments(workflowRun) {
    const pending = await client.call({
      route: "GET /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments",
      parameters: { run_id: workflowRun },
      reply: Pending,
      needs: needs2
    });
    return pending.map(({ environment, reviewers }) => ({
      environment: environment.name ?? "",
      reviewers: (reviewers ?? []).flatMap(nameOf)
    }));
  }
});
function environmentOf(reply) {
  const rules = reply.protection_rules ?? [];
  const review = rules.filter(({ type }) => type === "required_reviewers");
  const wait = rules.find(({ type }) => type === "wait_timer");
  const policy = reply.deployment_branch_policy;
  return {
    name: reply.name,
    reviewers: review.flatMap(({ reviewers }) => (reviewers ?? []).flatMap(nameOf)),
    preventsSelfReview: review.some((rule) => rule.prevent_self_review === true),
    waitMinutes: wait?.wait_timer ?? 0,
    adminsBypass: reply.can_admins_bypass ?? void 0,
    branches: policy ? policy.protected_branches ? "protected" : "listed" : void 0
  };
}
function nameOf({ type, reviewer }) {
  const name = type === "Team" ? reviewer?.slug && `team:${reviewer.slug}` : reviewer?.login;
  return name ? [name] : [];
}

// src/github/rest/issues.ts
var IssueReply = external_exports.object({
  ...Author.shape,
  number: external_exports.number(),
  title: external_exports.string(),
  body: external_exports.string().nullish(),
  state: external_exports.string(),
  html_url: external_exports.string(),
  /** GitHub lists pull requests among the issues. */
  pull_request: external_exports.unknown().optional()
});
var LISTING = "GET /repos/{owner}/{repo}/issues";
var issues = (client) => ({
  async issueMarked(marker, label) {
    for (const state of ["open", "closed"]) {
      const listing = {
        route: LISTING,
        parameters: { labels: label, state, sort: "created", direction: "desc" },
        reply: external_exports.array(IssueReply),
        needs: "issues: read"
      };
      for await (const each of client.each(listing, (page) => page)) {
        const isIt = each.body?.includes(marker) && isOurKind(each, client.access.token);
        if (isIt && each.pull_request === void 0) return issueOf(each);
      }
    }
    return;
  },
  async openIssues(label) {
    const listing = {
      route: LISTING,
      parameters: { labels: label, state: "open" },
      reply: external_exports.array(IssueReply),
      needs: "issues: read"
    };
    const all = await client.all(listing, (page) => page);
    const { token } = client.access;
    return all.filter((each) => each.pull_request === void 0 && isOurKind(each, token)).map(issueOf);
  },
  async createIssue({ title, body, labels }) {
    const made = await client.call({
      route: "POST /repos/{owner}/{repo}/issues",
      parameters: { title, body, labels },
      reply: IssueReply,
      needs: "issues: write"
    });
    return issueOf(made);
  },
  async updateIssue(number, change) {
    await client.call({
      route: "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
      parameters: { issue_number: number, ...change },
      reply: external_exports.unknown(),
      needs: "issues: write"
    });
  },
  async commentIssue(number, body) {
    await client.call({
      route: "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
      parameters: { issue_number: number, body },
      reply: external_exports.unknown(),
      needs: "issues: write"
    });
  }
});
var issueOf = (reply) => ({
  number: reply.number,
  title: reply.title,
  body: reply.body ?? "",
  state: reply.state === "open" ? "open" : "closed",
  url: reply.html_url
});

// src/github/rest/releases.ts
var UPLOAD_SECONDS = 3600;
var AssetReply = external_exports.object({
  id: external_exports.number(),
  name: external_exports.string(),
  size: external_exports.number(),
  digest: external_exports.string().nullish(),
  // `starter`, which the description leaves out, is what a broken upload leaves.
  state: external_exports.string().transform((state) => state === "uploaded" ? "uploaded" : "open")
});
var ReleaseReply = external_exports.object({
  id: external_exports.number(),
  tag_name: external_exports.string(),
  draft: external_exports.boolean(),
  upload_url: external_exports.string(),
  assets: external_exports.array(AssetReply)
});
var releases = (client) => ({
  async draftRelease(tag, title) {
    const release = await releaseOf(client, tag) ?? await create(client, tag, title);
    const assets = await client.all(
      {
        route: "GET /repos/{owner}/{repo}/releases/{release_id}/assets",
        parameters: { release_id: release.id },
        reply: external_exports.array(AssetReply),
        needs: "contents: write"
      },
      (page) => page
    );
    return { id: release.id, assets: assets.map(assetOf) };
  },
  async uploadAsset(release, name, body, bytes) {
    const { upload_url } = await client.call({
      route: "GET /repos/{owner}/{repo}/releases/{release_id}",
      parameters: { release_id: release },
      reply: ReleaseReply,
      needs: "contents: write"
    });
    const call = {
      route: `POST ${uploadUrl(upload_url, client.access.baseUrl)}`,
      parameters: { name },
      reply: AssetReply,
      needs: "contents: write"
    };
    const asset = await client.upload(call, body, bytes, UPLOAD_SECONDS);
    return assetOf(asset);
  },
  async releaseAsset(id) {
    const found = await client.find({
      route: "GET /repos/{owner}/{repo}/releases/assets/{asset_id}",
      parameters: { asset_id: id },
      reply: AssetReply,
      needs: "contents: read"
    });
    return found && assetOf(found);
  },
  downloadAsset: (id, range) => download(
    client,
    {
      route: "GET /repos/{owner}/{repo}/releases/assets/{asset_id}",
      parameters: { asset_id: id },
      reply: external_exports.unknown(),
      needs: "contents: read"
    },
    { accept: "application/octet-stream", ...range ? { range } : {} }
  ),
  async deleteAsset(id) {
    await client.find({
      route: "DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}",
      parameters: { asset_id: id },
      reply: external_exports.unknown(),
      needs: "contents: write"
    });
  },
  async deleteDraft(tag) {
    const release = await releaseOf(client, tag);
    if (!release?.draft) return;
    await client.find({
      route: "DELETE /repos/{owner}/{repo}/releases/{release_id}",
      parameters: { release_id: release.id },
      reply: external_exports.unknown(),
      needs: "contents: write"
    });
  }
});
async function releaseOf(client, tag) {
  const published = await client.find({
    route: "GET /repos/{owner}/{repo}/releases/tags/{tag}",
    parameters: { tag },
    reply: ReleaseReply,
    needs: "contents: read"
  });
  if (published) return published;
  const listing = {
    route: "GET /repos/{owner}/{repo}/releases",
    reply: external_exports.array(ReleaseReply),
    needs: "contents: write"
  };
  const all = await client.all(listing, (page) => page);
  return all.filter(({ tag_name }) => tag_name === tag).sort((a, b) => a.id - b.id)[0];
}
var create = (client, tag, title) => client.call({
  route: "POST /repos/{owner}/{repo}/releases",
  parameters: { tag_name: tag, name: title, draft: true },
  reply: ReleaseReply,
  needs: "contents: write"
});
var assetOf = ({ id, name, size, digest, state }) => ({
  id,
  name,
  bytes: size,
  digest: digest ?? void 0,
  state
});
function uploadUrl(template, baseUrl) {
  const plain = template.replace(/\{.*$/, "");
  const url = URL.canParse(plain) ? new URL(plain) : void 0;
  const own = new URL(baseUrl);
  const hosts = [own.hostname, own.hostname.replace(/^api\./, "uploads.")];
  if (url && url.protocol === own.protocol && hosts.includes(url.hostname)) return `${plain}{?name}`;
  throw new Problem({
    code: "github-reply",
    kind: "refused",
    what: `GitHub names ${JSON.stringify(url?.host ?? plain.slice(0, 100))} as the place for uploads, which does not belong to ${own.host}.`,
    next: "Nothing was sent. Report this with the version of gpu-lease, or store the artifacts elsewhere."
  });
}

// src/github/rest/repository.ts
var RepositoryReply = external_exports.object({
  private: external_exports.boolean(),
  visibility: external_exports.string().optional(),
  default_branch: external_exports.string(),
  archived: external_exports.boolean(),
  owner: external_exports.object({ type: external_exports.string().optional() })
});
var PermissionReply = external_exports.object({
  // An answer that names none is no permission, and says so in the message of who is refused for it.
  permission: external_exports.string().optional().transform(String),
  user: external_exports.object({ type: external_exports.string().optional() }).nullish()
});
var FileReply = external_exports.object({
  type: external_exports.literal("file"),
  encoding: external_exports.string(),
  content: external_exports.string()
});
var WorkflowReply = external_exports.object({ path: external_exports.string(), name: external_exports.string(), state: external_exports.string() });
var repository = (client) => ({
  async describe() {
    const reply = await client.call({
      route: "GET /repos/{owner}/{repo}",
      reply: RepositoryReply,
      needs: "metadata: read"
    });
    const { visibility, owner } = reply;
    return {
      visibility: VISIBILITIES.find((each) => each === visibility) ?? (reply.private ? "private" : "public"),
      defaultBranch: reply.default_branch,
      archived: reply.archived,
      ownerType: owner.type === "User" || owner.type === "Organization" ? owner.type : "unknown"
    };
  },
  async permissionOf(login) {
    const found = await client.find({
      route: "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
      parameters: { username: login },
      reply: PermissionReply,
      needs: "metadata: read"
    });
    return found && { permission: found.permission, isPerson: found.user?.type === "User" };
  },
  async file(path, ref) {
    const found = await client.find({
      route: "GET /repos/{owner}/{repo}/contents/{path}",
      parameters: { path, ...ref === void 0 ? {} : { ref } },
      // A folder is answered with a list, and is no file.
      reply: external_exports.union([FileReply, external_exports.array(external_exports.unknown()), external_exports.object({ type: external_exports.string() })]),
      needs: "contents: read"
    });
    if (found === void 0 || !("content" in found)) return;
    if (found.encoding === "base64") return Buffer.from(found.content, "base64").toString("utf8");
    throw tooLarge(path, client.access.repository);
  },
  async workflows() {
    const all = await client.all(
      {
        route: "GET /repos/{owner}/{repo}/actions/workflows",
        reply: external_exports.object({ workflows: external_exports.array(WorkflowReply) }),
        needs: "actions: read"
      },
      (page) => page.workflows
    );
    return all.map(({ path, name, state }) => ({ path, name, state }));
  }
});
var VISIBILITIES = ["public", "private", "internal"];
var tooLarge = (path, name) => new Problem({
  code: "github-file-too-large",
  kind: "refused",
  what: `${path} in ${name} is too large to be read through GitHub's API.`,
  next: "Check the repository out and read the file there."
});

// src/github/rest/workflow-runs.ts
var STATES = ["queued", "in_progress", "completed", "waiting", "requested", "pending"];
var RunReply = external_exports.object({
  id: external_exports.number(),
  run_attempt: external_exports.number().optional(),
  event: external_exports.string(),
  path: external_exports.string(),
  display_title: external_exports.string(),
  head_sha: external_exports.string(),
  head_branch: external_exports.string().nullable(),
  status: external_exports.string().nullable(),
  conclusion: external_exports.string().nullable(),
  actor: external_exports.object({ login: external_exports.string() }).nullish(),
  triggering_actor: external_exports.object({ login: external_exports.string() }).nullish(),
  created_at: external_exports.string(),
  html_url: external_exports.string()
});
var JobReply = external_exports.object({
  name: external_exports.string(),
  run_attempt: external_exports.number().optional(),
  started_at: external_exports.string(),
  completed_at: external_exports.string().nullable(),
  labels: external_exports.array(external_exports.string())
});
var needs3 = "actions: read";
var workflowRuns = (client) => ({
  async workflowRun(id) {
    const found = await client.find({
      route: "GET /repos/{owner}/{repo}/actions/runs/{run_id}",
      parameters: { run_id: id },
      reply: RunReply,
      needs: needs3
    });
    return found && runOf(found);
  },
  async runsOf(workflowFile, limit) {
    const found = await client.find({
      route: "GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs",
      parameters: { workflow_id: workflowFile, per_page: Math.min(100, limit) },
      reply: external_exports.object({ workflow_runs: external_exports.array(RunReply) }),
      needs: needs3
    });
    return (found?.workflow_runs ?? []).slice(0, limit).map(runOf);
  },
  async jobsOf(workflowRun) {
    const jobs = await client.all(
      {
        route: "GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs",
        parameters: { run_id: workflowRun, filter: "all" },
        reply: external_exports.object({ jobs: external_exports.array(JobReply) }),
        needs: needs3
      },
      (page) => page.jobs
    );
    return jobs.map((job) => ({
      name: job.name,
      attempt: job.run_attempt ?? 1,
      startedAt: job.started_at,
      completedAt: job.completed_at ?? void 0,
      labels: job.labels
    }));
  },
  async dispatch(file, ref, inputs) {
    const started = await client.call({
      route: "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches",
      parameters: { workflow_id: file, ref, inputs, return_run_details: true },
      // A 204 without a body is the older answer.
      reply: external_exports.union([external_exports.object({ workflow_run_id: external_exports.number() }), external_exports.literal("").transform(() => void 0)]),
      needs: "actions: write"
    });
    return { workflowRun: started?.workflow_run_id };
  }
});
function runOf(reply) {
  const actor = reply.actor?.login ?? "";
  return {
    id: reply.id,
    attempt: reply.run_attempt ?? 1,
    event: reply.event,
    // Of a run on another ref GitHub writes `x.yml@refs/heads/b`.
    path: reply.path.replace(/@.*$/, ""),
    title: reply.display_title,
    headSha: reply.head_sha,
    headBranch: reply.head_branch ?? "",
    status: STATES.find((each) => each === reply.status) ?? "unknown",
    conclusion: reply.conclusion ?? void 0,
    actor,
    triggeringActor: reply.triggering_actor?.login ?? actor,
    createdAt: reply.created_at,
    url: reply.html_url
  };
}

// src/github/rest/github-rest.ts
function githubRest(access) {
  const client = new RestClient(access);
  return {
    repository: access.repository,
    requests: () => client.requests(),
    remaining: () => client.remaining(),
    ...environments(client),
    ...workflowRuns(client),
    ...artifacts(client),
    ...issues(client),
    ...comments(client),
    ...checks(client),
    ...releases(client),
    ...repository(client)
  };
}
export {
  githubRest
};
