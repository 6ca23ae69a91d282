// Over ten seconds: two processes of torchrun train, are drilled, lose their box and go on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'torchrun',
  weights: 'snapshot.pt',
  sabotages: [],
});
