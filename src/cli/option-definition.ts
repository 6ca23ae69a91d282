/**
 * The one definition of what a stage can be told: flags of the command line, inputs of the actions, tables of the docs.
 * `scripts/generate.ts` writes the latter two from it, and a test fails when they differ.
 */
export interface OptionDefinition {
  name: string;
  /** One sentence, for `--help`, `action.yml` and the docs. */
  about: string;
  /** How its text is read: once, by the one reader of its kind (option-values.ts). */
  kind: 'text' | 'flag' | 'duration' | 'whole' | 'choice' | 'level';
  /** Of a whole number. */
  least?: number;
  most?: number;
  /** Of a choice. */
  choices?: readonly string[];
  /** Shown and applied when unset; empty means "no default". Set-to-empty is a value of its own. */
  fallback?: string;
  /** One letter that is taken for it. */
  short?: string;
  /** Only in a terminal; not an input of the actions. */
  terminalOnly?: boolean;
}

export const YES_OR_NO = ['true', 'false'] as const;
