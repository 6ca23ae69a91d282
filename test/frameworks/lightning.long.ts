// Over ten seconds: Lightning trains, is drilled, loses its box and goes on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'lightning',
  weights: 'checkpoints/last.ckpt',
  sabotages: [],
});
