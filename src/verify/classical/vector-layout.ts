/** What the beginning of a file of word vectors says of the rest. */
export interface VectorLayout {
  kind: 'word2vec' | 'word2vec-text' | 'glove';
  /** What the header says; GloVe has none. */
  words: number | undefined;
  numbers: number;
  headerBytes: number;
}
