/** A test by the file that holds it and the name that it has there (a `test.each` keeps its blanks). */
export type Proof = readonly [file: string, test: string];

/** What the product promises to its users, in one sentence, and the tests that hold it to that. */
export type Sentence = readonly [says: string, ...proofs: readonly [Proof, ...Proof[]]];
