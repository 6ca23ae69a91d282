import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/contract/key-book.ts
var PARTS = {
  model: /^(model|net|network|module|state_dict|params|weights|generator|student|(model|net|module)_?(state|state_dict|weights|params))([./]|$)/,
  // Keras 2 keeps the slots of its optimizer beside each variable. An option called `optim` names one and is none.
  // By the names of its slots where a file is one optimizer's state and nothing else: a model may be kept as `state`, too.
  optimizer: /^state[./].+[./](exp_(avg\w*|inf)|max_exp_avg_sq|momentum_buffer|square_avg|grad_avg|acc_delta|sum|step)$|^(optim|opt)[./]|^(optim|opt|optimizers?)(_?states?|_state_dict|_dict|_weights)([./]|$)|^optimizers?([./]|$)|\/\.OPTIMIZER_SLOT\//,
  scheduler: /^(lr_?)?sched(uler)?s?(_?states?|_state_dict)?([./]|$)/,
  step: /^(global_?|current_?|total_?|train_?)?(step|steps|iter|iteration|iterations|num_steps|num_updates)$/,
  epoch: /^(current_?|last_?)?epochs?$/,
  rng: /^(.*[._/])?(rng|random)(_?states?)?(_.*)?([./].*)?$/,
  scaler: /^(grad_?|amp_?)?scaler(_?state|_state_dict)?([./]|$)|^amp([./]|$)/,
  // Lightning's: what its callbacks remember, best scores that may be infinite among them.
  callbacks: /^callbacks([./]|$)/,
  ema: /^(model_?|net_?)?ema(_?model|_?state|_state_dict|_weights)?([./]|$)|^shadow([./]|$)/
};
function partOf(name) {
  return OTHER_PARTS.find(([, pattern]) => pattern.test(name))?.[0] ?? "model";
}
var OTHER_PARTS = Object.entries(PARTS).filter(([part]) => part !== "model");

export {
  partOf
};
