import { isAmong } from '../../../scripts/asserted-texts.ts';

/** A test by the file that holds it and the name that it has there (a `test.each` keeps its blanks). */
export type Proof = readonly [file: string, test: string];

/** A text, a number or a state that a sentence speaks of, as a test that holds it has to name it. */
export type Figure = string | number;

/** Why no text, number or state can stand for a sentence; what its tests assert instead. */
export type Reason = { readonly because: string };

/** What the product promises to its users, in one sentence, and the tests that hold it to that. */
export type Sentence = readonly [
  says: string,
  figures: readonly [Figure, ...Figure[]] | Reason,
  ...proofs: readonly [Proof, ...Proof[]],
];

/**
 * @param textsOf what a test asserts
 * @returns what of a sentence none of its tests asserts, and which of its tests asserts nothing of it
 */
export function faultsOfSentence(
  [says, figures, ...proofs]: Sentence,
  textsOf: (proof: Proof) => readonly string[],
): string[] {
  if ('because' in figures) return figures.because.length < 20 ? [`${says}: gives no reason`] : [];
  const texts = proofs.map(textsOf);
  const unsaid = figures.filter((one) => one === '' || !texts.some((those) => isAmong(one, those)));
  const idle = proofs.filter((_, index) => !figures.some((one) => isAmong(one, texts[index] ?? [])));
  return [
    ...unsaid.map((one) => `${says}: no test asserts ${JSON.stringify(one)}`),
    ...idle.map(([file, test]) => `${says}: nothing of it is asserted by ${file} "${test}"`),
  ];
}
