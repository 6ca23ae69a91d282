import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  RUN_PREDICATE,
  statementOf
} from "./attest-beside.shared.mjs";

// src/attest/run-statement.ts
var subjectsOf = (files) => files.map(({ cell, path, sha256 }) => ({ name: `${cell}/${path}`, digest: { sha256 } }));
var runStatement = (sealed) => statementOf(subjectsOf(sealed.files), RUN_PREDICATE, predicateOf(sealed));
function predicateOf({ run, events, seal, files, version }) {
  const { opened } = run;
  if (!opened) throw new Error(`run ${run.id} was never opened`);
  const started = eventsOf(events, "started");
  return {
    run: run.id,
    job: opened.job,
    ...opened.repository && { repository: opened.repository.name },
    commit: opened.commit,
    dirty: opened.dirty,
    codeHash: opened.codeHash,
    configuration: { sha256: opened.configHash },
    smoke: run.smoke,
    seal: {
      sha256: seal.seal,
      level: seal.level,
      verified: seal.verified,
      ...seal.opaque !== void 0 && { opaque: seal.opaque },
      bytes: seal.bytes
    },
    files: files.map(fileOf),
    boxes: boxesOf(run, events),
    attempts: started.map(({ attempt, lease, at, codeHash, from }) => ({
      attempt,
      lease,
      at,
      codeHash,
      from
    })),
    preemptions: preemptionsOf(events),
    approvals: run.standing.map(({ at, via, level, expiresAt, platforms }) => ({
      at,
      via,
      level,
      expiresAt,
      platforms
    })),
    ...run.bindings.length > 0 && { earlier: run.bindings.map(earlierOf) },
    ...run.begunFrom && { from: beginningOf(run.begunFrom) },
    data: [...run.data.values()].flatMap(
      ({ from, to, revision, fetched }) => fetched ? [{ from, to, ...revision !== void 0 && { revision }, sha256: fetched.sha256 }] : []
    ),
    tool: { name: "gpu-lease", version }
  };
}
var earlierOf = ({ commit, codeHash, configHash, untilAttempt }) => ({
  commit,
  codeHash,
  configuration: { sha256: configHash },
  untilAttempt
});
var beginningOf = ({ run, seal, commit, configHash, digest, cells }) => ({
  run,
  seal: { sha256: seal },
  commit,
  configuration: { sha256: configHash },
  digest: { sha256: digest },
  cells: cells.map(({ cell, of, name, step, files }) => ({
    cell,
    of,
    name,
    ...step !== void 0 && { step },
    files: files.map(({ path, bytes, sha256 }) => ({ name: path, bytes, digest: { sha256 } }))
  }))
});
var eventsOf = (events, type) => events.filter((event) => event.type === type);
var fileOf = ({ cell, path, bytes, role, verdict, level }) => ({
  name: `${cell}/${path}`,
  bytes,
  role: role ?? "unclaimed",
  verdict: verdict === "pass" || verdict === "pass-degraded" ? verdict : "unclaimed",
  ...level !== void 0 && { level }
});
function boxesOf({ leases }, events) {
  const audits = eventsOf(events, "audited");
  return leases.filter(({ started }) => started !== void 0).map(({ name, platform, offer }) => {
    const audit = audits.findLast(({ lease }) => lease === name);
    return {
      lease: name,
      platform,
      offer,
      ...audit && {
        audit: { at: audit.at, fit: audit.fit, findings: audit.findings, measured: audit.measured }
      }
    };
  });
}
function preemptionsOf(events) {
  const attempts = /* @__PURE__ */ new Map();
  const verified = /* @__PURE__ */ new Map();
  return events.flatMap((event) => {
    if (event.type === "started") attempts.set(event.lease, event.attempt);
    if (event.type === "kept" && event.step !== void 0) verified.set(event.cell, event.step);
    if (event.type !== "preempted") return [];
    const { lease, at, what, why } = event;
    const steps = [...verified].map(([cell, step]) => ({ cell, verified: step }));
    return [{ lease, attempt: attempts.get(lease) ?? 0, at, what, why, steps }];
  });
}

export {
  subjectsOf,
  runStatement
};
