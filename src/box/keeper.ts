export { codeDiffers, install, proveCode, sumsOf } from './keeper-install.ts';
export { manifest } from './keeper-manifest.ts';
export { probe } from './keeper-probe.ts';
