/**
 * Without a path like one of these there is no set of any kind, and the kinds, which lead to most of the readers, need not be loaded.
 * Looser than what any kind asks for; `test/verify/set-names.test.ts` holds them to that.
 */
const MAY_BE_OF_SET = new RegExp(
  [
    // Shards of any format and data files of TensorFlow, or their index.
    '-[0-9]{5}-of-[0-9]{5}',
    String.raw`\.index(\.json)?$`,
    String.raw`[0-9]{5}\.tar(\.gz|\.zst)?$`,
    // What trainers call their files and folders.
    String.raw`(^|/)(trainer_state\.json|training_args\.bin|rng_state[^/]*|random_states_[^/]*|optimizer\.bin|latest)$`,
    String.raw`_(model|optim)_states\.pt$`,
    '(^|/)(iter_[0-9]{7}|release)/',
    String.raw`(^|/)adapter_(model\.(safetensors|bin)|config\.json)$`,
    String.raw`\.ckpt$`,
    String.raw`(^|/)model_index\.json$|/diffusion_pytorch_model[^/]*$`,
    '[rR][aA][nN][kK][._-]?[0-9]',
    // What libraries do.
    String.raw`_[0-9]{2,}\.npy(\.z)?$`,
    String.raw`\.[oO][nN][nN][xX]$`,
    String.raw`(^|/)(saved_model\.pb|checkpoint|model\.json|weights_manifest\.json)$|\.weights\.bin$`,
    String.raw`\.metadata$|\.distcp$`,
    String.raw`(^|/)(_CHECKPOINT_METADATA|_METADATA|manifest\.ocdbt|commit_success\.txt)$|\.orbax-checkpoint-tmp`,
    String.raw`(^|/)(\.zarray|\.zgroup|\.zattrs|\.zmetadata|zarr\.json)$`,
  ].join('|'),
);

/** Whether a file of this path, below the root of a tree, may make a set or belong to the sign of one. */
export const mayBeOfSet = (path: string): boolean => MAY_BE_OF_SET.test(path);
