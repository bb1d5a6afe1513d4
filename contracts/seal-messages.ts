/** What is said of the seals of the ledger. */
export const sealTexts = {
  noKey: 'This program has no key to seal the ledger with: NOTARY_KEY is not set.',
  notSealed: (seconds: number): string =>
    `The ledger is not sealed yet. The first seal comes within ${seconds} s of the first event.`,
  noTile: 'There is no such tile up to the newest seal.',
  backwards: 'A proof leads from a size to the same one or a larger one: `from` is above `to`.',
  /** When an event that waits for its seal gets one. @param seconds between two seals; undefined where nobody says */
  nextSeal: (seconds: number | undefined): string =>
    `The notary seals new events ${seconds === undefined ? 'after a while' : `about ${everySeconds(seconds)}`}.`,
  /** @param reason of the notary, with a full stop or without */
  nothingSealed: (reason: string): string => `Nothing is sealed now: ${reason.replace(/\.$/, '')}.`,
  notSealedThatFar: (size: number): string => `The ledger is sealed up to ${size} events.`,
} as const;

function everySeconds(seconds: number): string {
  const [unit, count] =
    seconds % 3_600 === 0
      ? ['hour', seconds / 3_600]
      : seconds % 60 === 0
        ? ['minute', seconds / 60]
        : ['second', seconds];
  if (count === 1) return unit === 'hour' ? 'once an hour' : `once a ${unit}`;
  return `every ${count} ${unit}s`;
}
