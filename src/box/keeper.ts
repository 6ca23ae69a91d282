export { codeDiffers, type Installed, install, proveCode, sumsOf } from './keeper-install.ts';
export { type BoxManifest, manifest } from './keeper-manifest.ts';
export { probe } from './keeper-probe.ts';
