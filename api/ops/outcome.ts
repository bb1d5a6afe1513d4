/** What a command comes to: `text` for standard output. */
export type Outcome = { readonly text: string; readonly exitCode: 0 | 1 };

/** Tells people how far a command is, on standard error. */
export type Tell = (line: string) => void;
