import { command as board } from './board.ts';
import type { Request } from './command.ts';
import { command as status } from './status.ts';

/** `status`; with `--watch` the board of the same runs, redrawn. */
export const command = (request: Request, signal: AbortSignal): Promise<number> =>
  request.given.watch === true ? board(request, signal) : status(request);
