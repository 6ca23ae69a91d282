import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  option,
  optionOf
} from "./cli-option-definition.shared.mjs";
import {
  secondsOf
} from "./duration.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  LEVELS
} from "./evidence-level.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";

// src/cli/option-values.ts
function readOption(definition, text) {
  switch (definition.kind) {
    case "duration":
      return duration(definition.name, text);
    case "whole":
      return whole(definition, text);
    case "choice":
      return choice(definition, text);
    case "level":
      return level(definition.name, text);
    default:
      return text;
  }
}
var wrong = (name, what, next) => new Problem({ code: `bad-${name}`, kind: "usage", what: `--${name} ${what}`, next });
function duration(name, text) {
  const seconds = secondsOf(text.trim()) ?? 0;
  if (seconds > 0) return seconds;
  const bare = /^[1-9]\d{0,5}$/.exec(text.trim())?.[0];
  const next = bare === void 0 ? "Write a number with its unit: 90s, 10min, 2h. Every wait is bounded, so 0 is not one." : `Write its unit: --${name} ${bare}min, or ${bare}s, ${bare}h.`;
  return wrong(name, `"${shown(text)}" is no time.`, next);
}
function whole({ name, least = 0, most }, text) {
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (number >= least && number <= (most ?? number)) return number;
  const bounds = most === void 0 ? `${least} on` : `${least} to ${most}`;
  return wrong(
    name,
    `"${shown(text)}" is no whole number from ${bounds}.`,
    `Write digits: --${name} ${Math.max(1, least)}.`
  );
}
function choice({ name, choices = [] }, text) {
  const word = text.trim();
  if (choices.includes(word)) return word;
  const nearest = nearestOf(word, [...choices]);
  const hint = nearest === void 0 ? "" : `Did you mean "${nearest}"? `;
  return wrong(name, `"${shown(text)}" is none of its words.`, `${hint}Use one of: ${choices.join(", ")}.`);
}
function level(name, text) {
  const word = text.trim().toUpperCase();
  if (word === "" || LEVELS.some((each) => each === word)) return word;
  return wrong(name, `"${shown(text)}" is no level of verification.`, `Use one of: ${LEVELS.join(", ")}.`);
}
var shown = (text) => text.length > 60 ? `${text.slice(0, 57)}...` : text;

// src/cli/given-options.ts
function givenOptions({ given, command }) {
  const faults = [];
  const definitionOf = (name) => command ? optionOf(command, name) : option(name);
  const read = /* @__PURE__ */ new Map();
  for (const [name, text] of Object.entries(given)) {
    if (typeof text !== "string") continue;
    const value = readOption(definitionOf(name), text);
    if (value instanceof Problem) faults.push(value);
    else read.set(name, value);
  }
  const typed = (name) => {
    const definition = definitionOf(name);
    const value = read.get(name) ?? readOption(definition, definition.fallback ?? "");
    return value instanceof Problem ? void 0 : value;
  };
  return {
    options: {
      value(name) {
        const text = given[name];
        return typeof text === "string" ? text : definitionOf(name).fallback;
      },
      number: (name) => typed(name),
      choice: (name) => typed(name),
      flag: (name) => given[name] === true
    },
    faults
  };
}
function throwAll([first, ...more]) {
  if (first) throw more.length > 0 ? new Problems([first, ...more]) : first;
}

export {
  givenOptions,
  throwAll
};
