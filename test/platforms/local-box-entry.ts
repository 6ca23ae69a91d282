// Started by the loopback platform in tests, as `gpu-lease __local-box DIR` is in the bundle.
import { runLocalBox } from '../../src/platforms/local/daemon.ts';

await runLocalBox(process.argv[2] ?? '');
process.exit(0);
