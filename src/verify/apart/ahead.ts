import { startAhead } from './thread.ts';

// An entry of its own (scripts/build.mjs): loaded before anything else of `verify`, so that the thread compiles its part
// while the command is still read.
startAhead();
