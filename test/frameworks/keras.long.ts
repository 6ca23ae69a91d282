// Over ten seconds: Keras trains, is drilled, loses its box and goes on.
import { withFramework } from './suite.ts';

const BACKUP = 'keras.callbacks.BackupAndRestore(';

withFramework({
  name: 'keras',
  weights: 'model.keras',
  sabotages: [
    {
      what: 'the optimizer, and with it the schedule, begins anew',
      changes: [
        [
          'def build_model():',
          [
            'class Fresh(keras.callbacks.BackupAndRestore):',
            '    def on_train_begin(self, logs=None):',
            '        super().on_train_begin(logs)',
            '        for each in self.model.optimizer.variables:',
            '            each.assign(keras.ops.zeros_like(each))\n\n',
            'def build_model():',
          ].join('\n'),
        ],
        [BACKUP, 'Fresh('],
      ],
      says: /is not the run that was never killed: .*makes it: the optimizer is not restored, or it does steps twice: "latest/,
    },
    {
      what: 'it drops at random, nothing saves the state of that, and its people ask for the same run',
      changes: [
        [
          '        keras.layers.Dense(1),\n',
          '        keras.layers.Dropout(0.1, seed=9),\n        keras.layers.Dense(1),\n',
        ],
      ],
      asksExact: true,
      says: /is not the run that was never killed: .*random state/,
    },
  ],
});
