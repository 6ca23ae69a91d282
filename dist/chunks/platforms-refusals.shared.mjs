import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ApiRefused,
  ApiUnclear,
  PlatformAnswer,
  SaidNo
} from "./platforms-api.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/platforms/refusals.ts
function rentFailure(error, meaning) {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, "unclear", { cause: error });
  if (error instanceof Problem && error.code === "api-reply")
    return new RentFailed(error.what, "unclear", { cause: error });
  if (!(error instanceof ApiRefused)) return error;
  const meant = meaning(error);
  return typeof meant === "string" ? new RentFailed(error.message, meant, { cause: error }) : meant;
}
var UnknownWords = class {
  #offersOf = /* @__PURE__ */ new Map();
  /** @param names what the offer is called in such words, which differs from offer to offer */
  meaningOf(said, offerId, names) {
    const words = names.reduce(
      (left, name) => name === void 0 || name === "" ? left : left.replaceAll(name, "\u2026"),
      said
    );
    const offers = (this.#offersOf.get(words) ?? /* @__PURE__ */ new Set()).add(offerId);
    this.#offersOf.set(words, offers);
    return offers.size > 1 ? "refused" : "no-capacity";
  }
};
async function understood(platform, look) {
  try {
    return await look;
  } catch (cause) {
    if (!(cause instanceof SaidNo)) throw cause;
    const what = `${cause.message}. This says nothing about boxes there.`;
    const next = `Run the same command again; if it goes on, look into the console of ${platform}.`;
    throw new Problem({ code: "api-refused", kind: "unreachable", what, next }, { cause });
  }
}
async function accepted(done, { verb, boxId }, next) {
  try {
    await done;
  } catch (cause) {
    if (!(cause instanceof PlatformAnswer) || cause instanceof ApiUnclear) throw cause;
    const what = `"${verb}" of ${boxId} was not accepted: ${cause.message}.`;
    throw new Problem({ code: "verb-refused", kind: "billing", what, next, costing: [boxId] }, { cause });
  }
}

export {
  rentFailure,
  UnknownWords,
  understood,
  accepted
};
