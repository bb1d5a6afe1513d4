/** What is said of the seals of the ledger. */
export const sealTexts = {
  noKey: 'This program has no key to seal the ledger with: NOTARY_KEY is not set.',
  notSealed: 'The ledger is not sealed yet. The first seal comes within a minute of the first event.',
  noTile: 'There is no such tile up to the newest seal.',
  notSealedThatFar: (size: number): string => `The ledger is sealed up to ${size} events.`,
  haltedAs: (reason: string): string => `halted: ${reason}`,
} as const;
