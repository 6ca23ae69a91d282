// Over ten seconds: the SFTTrainer of TRL trains an adapter of PEFT, is drilled, loses its box and goes on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'trl',
  weights: 'adapter_model.safetensors',
  sabotages: [],
});
