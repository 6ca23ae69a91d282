import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  VERIFIER_VERSION
} from "./verify-contract-verdict.shared.mjs";

// src/report/verify-document.ts
var WORST_FIRST = ["fail", "inconclusive", "pass-degraded", "pass"];
var worstOf = ({ files, sets }) => WORST_FIRST.find(
  (verdict) => [files, sets].some((list) => list.some((each) => each.verdict === verdict))
) ?? "inconclusive";
var countsOf = (files) => {
  const count = (verdict) => files.filter((each) => each.verdict === verdict).length;
  return {
    pass: count("pass"),
    "pass-degraded": count("pass-degraded"),
    inconclusive: count("inconclusive"),
    fail: count("fail")
  };
};
function* verifyDocument(verdicts) {
  const { files, sets } = verdicts;
  const head = {
    verifierVersion: VERIFIER_VERSION,
    verdict: worstOf(verdicts),
    counts: countsOf(files)
  };
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  yield* listed(files);
  yield '],"sets":[';
  yield* listed(sets);
  yield "]}";
}
function* listed(verdicts) {
  for (const [index, verdict] of verdicts.entries())
    yield `${index === 0 ? "" : ","}${JSON.stringify(documented(verdict))}`;
}
function documented({ table: _table, requests: _requests, ...verdict }) {
  return verdict;
}
var worstFirst = ({ files, sets }) => WORST_FIRST.flatMap((verdict) => [...files, ...sets].filter((each) => each.verdict === verdict));

export {
  worstOf,
  countsOf,
  verifyDocument,
  worstFirst
};
