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
  Problem,
  Problems
} from "./problem.shared.mjs";

// src/secret/redactor.ts
var HIDDEN = "***";
var CREDENTIAL_NAME = /(?:^|_)(?:TOKEN|SECRET|KEY|CLIENT_ID|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|WEBHOOK|WEBHOOK_URL)$/i;
var Redactor = class {
  #forms = /* @__PURE__ */ new Set();
  #longestFirst = [];
  /** @returns false where the value is too short or too plain to be hidden */
  learn(value) {
    const forms = secretForms(value);
    for (const form of forms) this.#forms.add(form);
    this.#longestFirst = [...this.#forms].sort((a, b) => b.length - a.length);
    return forms.length > 0 || value.trim() === "";
  }
  text = (text) => {
    let clean = text;
    for (const form of this.#longestFirst) if (clean.includes(form)) clean = clean.replaceAll(form, HIDDEN);
    return clean;
  };
  /** Every text in a plain value, keys aside. For what is shown; a record is only redacted where it holds free words. */
  deep(value) {
    return this.#within(value);
  }
  #within(value) {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((each) => this.#within(each));
    if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype)
      return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#within(each)]));
  }
  /** The same failure, in words without secrets; what caused it stays behind, because its message is not ours. */
  error(error) {
    if (error instanceof Problems) {
      const [first, ...more] = error.all;
      return new Problems([this.#problem(first), ...more.map((each) => this.#problem(each))]);
    }
    if (error instanceof Problem) return this.#problem(error);
    if (!(error instanceof Error)) return this.text(String(error));
    const told = new Error(this.text(error.message));
    if (error.stack !== void 0) told.stack = this.text(error.stack);
    return told;
  }
  #problem({ code, kind, what, next, costing, at, edits }) {
    const words = {
      what: this.text(what),
      next: this.text(next),
      costing: costing.map(this.text),
      edits: edits.map(({ path, value }) => ({ path, value: value === true ? value : this.text(value) }))
    };
    return new Problem({ code, kind, ...words, ...at ? { at: { ...at, file: this.text(at.file) } } : {} });
  }
};
function redactorOf(env) {
  const redactor = new Redactor();
  for (const [name, value] of Object.entries(env))
    if (value !== void 0 && CREDENTIAL_NAME.test(name)) redactor.learn(value);
  return redactor;
}

export {
  CREDENTIAL_NAME,
  Redactor,
  redactorOf
};
