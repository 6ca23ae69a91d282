// Over ten seconds: Keras trains, is drilled, loses its box and goes on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'keras',
  weights: 'model.keras',
  sabotages: [],
});
