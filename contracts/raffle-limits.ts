import type { RaffleGrade } from './raffle-grades.ts';

/** What the check of a draw cannot show by itself, in words for everybody. */
export const raffleLimits = {
  everybody:
    'That everybody who was eligible took part. Your own entry you can check below; who has the ledger can compute the whole set again.',
  positions:
    'That the events stand in the ledger where the proof says. Who has the ledger, or a receipt of these events, can tell.',
  moved:
    'That the entries are those of a moment between the rules and the draw: the ledger may have been put into another store since, and the place that they name is one of the store before. Who has the ledger can compare them with every such moment.',
  frozenInTime: (frozenAt: string, publishedAt: string) =>
    `That the entries were really frozen at ${frozenAt}, as the event says, and not after ${publishedAt}, when the round was published. Who saw the raffle waiting knows; so does a seal of the ledger that a witness signed in between.`,
  blockHash: 'That the block has this hash. Ask any node of the EVO chain.',
} as const;

/** Who has to be trusted for what, whatever holds: the last thing that no check can show. */
export const gradeTrust: Readonly<Record<RaffleGrade, string>> = {
  drand:
    'That the members of drand did not join together, and us with them, to know that number before it was public. Even together they could not choose it.',
  other_beacon:
    'That whoever runs that beacon kept its numbers to themselves: they can know them before anybody else.',
  block:
    'That whoever produced that block, and had the last word on its hash, had no hand in it; and that we, who knew the seed then, would not have let another outcome fail.',
  seed: 'That nobody read our seed before: who does knows the winners, and can choose the moment of the draw.',
};
