/** ssh2 works on node:crypto alone; its native addons are bound to one Node ABI and stay out of every bundle. */
export const withoutNativeParts = {
  name: 'without-native-parts',
  setup(builder) {
    builder.onResolve({ filter: /\.node$|^cpu-features$/ }, (found) => ({
      path: found.path,
      namespace: 'native',
    }));
    builder.onLoad({ filter: /.*/, namespace: 'native' }, () => ({
      contents: "throw new Error('no native parts');",
    }));
  },
};
