// Started by the loopback platform in tests, as `gpu-lease __local-box DIR` is in the bundle.
import { serveLocalBox } from '../../src/platforms/local/daemon.ts';

process.exit(await serveLocalBox(process.argv[2] ?? ''));
