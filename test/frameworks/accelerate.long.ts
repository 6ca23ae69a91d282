// Over ten seconds: Accelerate trains, is drilled, loses its box and goes on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'accelerate',
  weights: 'model.safetensors',
  sabotages: [],
});
