import { approvalRules } from './approval-rules.ts';
import { artifactRules, checkpointRules } from './artifact-rules.ts';
import { atOnceRules } from './at-once-rules.ts';
import { dataRules } from './data-rules.ts';
import type { Context, Finding } from './finding.ts';
import { fromRules } from './from-rules.ts';
import { gpuRules } from './gpu-rules.ts';
import { kaggleRules } from './kaggle-rules.ts';
import { metricsRules } from './metrics-rules.ts';
import { budgetRules, candidateRules } from './money-rules.ts';
import { nodesRules } from './nodes-rules.ts';
import { notifyRules } from './notify-rules.ts';
import { queueRules, sharedRules } from './queue-rules.ts';
import { cellRules, commandRules, requirementRules, smokeRules } from './run-rules.ts';
import type { JobFile } from './schema.ts';
import { namedSecretRules, secretRules } from './secret-rules.ts';
import { storeRules } from './store-rules.ts';
import { sweepRules } from './sweep-rules.ts';

/** Each rule with the keys it reads: one of them broken has been reported already, and would only mislead the rule. */
const RULES: readonly { reads: readonly (keyof JobFile)[]; find: (context: Context) => Iterable<Finding> }[] =
  [
    { reads: ['candidates'], find: candidateRules },
    { reads: ['candidates', 'resources'], find: queueRules },
    { reads: ['run', 'candidates', 'resources', 'sweep'], find: nodesRules },
    { reads: ['candidates', 'storage'], find: sharedRules },
    { reads: ['candidates', 'resources'], find: kaggleRules },
    { reads: ['candidates', 'budget', 'watch'], find: budgetRules },
    { reads: ['resources'], find: gpuRules },
    { reads: [], find: secretRules },
    { reads: ['smoke', 'checkpoint'], find: smokeRules },
    { reads: ['artifacts', 'metrics'], find: artifactRules },
    { reads: ['artifacts', 'metrics'], find: metricsRules },
    { reads: ['checkpoint', 'metrics'], find: checkpointRules },
    { reads: ['store'], find: storeRules },
    { reads: ['run', 'cells'], find: commandRules },
    { reads: ['vars', 'cells'], find: cellRules },
    { reads: ['vars', 'cells', 'sweep'], find: sweepRules },
    { reads: ['candidates', 'cells', 'sweep'], find: atOnceRules },
    { reads: ['requirements'], find: requirementRules },
    { reads: ['data'], find: dataRules },
    { reads: ['from', 'checkpoint', 'candidates'], find: fromRules },
    { reads: ['requirements'], find: namedSecretRules },
    { reads: ['notify'], find: notifyRules },
    { reads: ['approval', 'budget'], find: approvalRules },
  ];

/** What no single key can tell: how the parts of the file go together. */
export function crossCheck(context: Context): Finding[] {
  const isBroken = (key: keyof JobFile) =>
    Object.hasOwn(context.raw, key) && !Object.hasOwn(context.parts, key);
  return RULES.filter(({ reads }) => !reads.some(isBroken)).flatMap(({ find }) => [...find(context)]);
}
