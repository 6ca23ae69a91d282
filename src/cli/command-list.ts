// Generated from src/cli/commands/ by "npm run generate"; do not edit.
import type { CommandDefinition } from './command.ts';
import { definition as abandonCommand } from './commands/abandon.ts';
import { definition as approveCommand } from './commands/approve.ts';
import { definition as askCommand } from './commands/ask.ts';
import { definition as attestCommand } from './commands/attest.ts';
import { definition as boardCommand } from './commands/board.ts';
import { definition as colabCommand } from './commands/colab.ts';
import { definition as collectCommand } from './commands/collect.ts';
import { definition as commentCommand } from './commands/comment.ts';
import { definition as completionCommand } from './commands/completion.ts';
import { definition as continueCommand } from './commands/continue.ts';
import { definition as costCommand } from './commands/cost.ts';
import { definition as cpCommand } from './commands/cp.ts';
import { definition as demoCommand } from './commands/demo.ts';
import { definition as diagnoseCommand } from './commands/diagnose.ts';
import { definition as doctorCommand } from './commands/doctor.ts';
import { definition as duCommand } from './commands/du.ts';
import { definition as eventsCommand } from './commands/events.ts';
import { definition as execCommand } from './commands/exec.ts';
import { definition as fixCommand } from './commands/fix.ts';
import { definition as gateCommand } from './commands/gate.ts';
import { definition as gotchaCommand } from './commands/gotcha.ts';
import { definition as initCommand } from './commands/init.ts';
import { definition as kaggleCommand } from './commands/kaggle.ts';
import { definition as labelCommand } from './commands/label.ts';
import { definition as launchCommand } from './commands/launch.ts';
import { definition as logCommand } from './commands/log.ts';
import { definition as notifyCommand } from './commands/notify.ts';
import { definition as offersCommand } from './commands/offers.ts';
import { definition as openCommand } from './commands/open.ts';
import { definition as planCommand } from './commands/plan.ts';
import { definition as platformsCommand } from './commands/platforms.ts';
import { definition as releaseCommand } from './commands/release.ts';
import { definition as restoreCommand } from './commands/restore.ts';
import { definition as resumeCommand } from './commands/resume.ts';
import { definition as retryCommand } from './commands/retry.ts';
import { definition as runCommand } from './commands/run.ts';
import { definition as signCommand } from './commands/sign.ts';
import { definition as smokeCommand } from './commands/smoke.ts';
import { definition as sshCommand } from './commands/ssh.ts';
import { definition as sshConfigCommand } from './commands/ssh-config.ts';
import { definition as stalenessCommand } from './commands/staleness.ts';
import { definition as statusCommand } from './commands/status.ts';
import { definition as stopCommand } from './commands/stop.ts';
import { definition as straysCommand } from './commands/strays.ts';
import { definition as sweepCommand } from './commands/sweep.ts';
import { definition as tickCommand } from './commands/tick.ts';
import { definition as toldCommand } from './commands/told.ts';
import { definition as tunnelCommand } from './commands/tunnel.ts';
import { definition as verifyCommand } from './commands/verify.ts';
import { definition as watchCommand } from './commands/watch.ts';

/** In the order of the help. */
export const COMMANDS: readonly CommandDefinition[] = [
  runCommand,
  sweepCommand,
  smokeCommand,
  labelCommand,
  openCommand,
  launchCommand,
  gateCommand,
  watchCommand,
  continueCommand,
  collectCommand,
  releaseCommand,
  approveCommand,
  askCommand,
  toldCommand,
  tickCommand,
  colabCommand,
  kaggleCommand,
  platformsCommand,
  statusCommand,
  boardCommand,
  logCommand,
  eventsCommand,
  costCommand,
  straysCommand,
  verifyCommand,
  signCommand,
  attestCommand,
  stalenessCommand,
  gotchaCommand,
  commentCommand,
  sshCommand,
  execCommand,
  cpCommand,
  tunnelCommand,
  sshConfigCommand,
  duCommand,
  stopCommand,
  retryCommand,
  demoCommand,
  initCommand,
  planCommand,
  fixCommand,
  offersCommand,
  doctorCommand,
  notifyCommand,
  completionCommand,
  diagnoseCommand,
  resumeCommand,
  restoreCommand,
  abandonCommand,
];
