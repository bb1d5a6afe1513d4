/** What is said of the seals of the ledger. */
export const sealTexts = {
  noKey: 'This program has no key to seal the ledger with: NOTARY_KEY is not set.',
  notSealed: (seconds: number): string =>
    `The ledger is not sealed yet. The first seal comes within ${seconds} s of the first event.`,
  noTile: 'There is no such tile up to the newest seal.',
  backwards: 'A proof leads from a size to the same one or a larger one: `from` is above `to`.',
  notSealedThatFar: (size: number): string => `The ledger is sealed up to ${size} events.`,
} as const;
