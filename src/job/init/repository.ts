/** What `gpu-lease init` may look at: the files of a repository, relative, with forward slashes. */
export interface Repository {
  files: readonly string[];
  /** Text of one of them, `undefined` when it cannot be read as text. */
  read(path: string): string | undefined;
}

/** A place in a file of the user, as an editor counts: from 1. */
export interface Place {
  file: string;
  line: number;
}

export const showPlace = ({ file, line }: Place): string => `${file}:${line}`;
