import { parentPort } from 'node:worker_threads';
import { lookAtSlice, type SliceTask } from './scan-slice.ts';

/** The other end of `ScanPool`. */
parentPort?.on('message', (task: SliceTask) => parentPort?.postMessage(lookAtSlice(task)));
