/** What the winners of a raffle follow from, the strongest first. */
export const RAFFLE_GRADES = ['drand', 'other_beacon', 'block', 'seed'] as const;
export type RaffleGrade = (typeof RAFFLE_GRADES)[number];

type GradeTexts = {
  /** On a badge. */
  readonly name: string;
  /** What may honestly be said of such a draw. */
  readonly claim: string;
  /** Who has to be trusted, and for what. */
  readonly trust: string;
};

/** Each grade in words for everybody. */
export const gradeTexts: Readonly<Record<RaffleGrade, GradeTexts>> = {
  drand: {
    name: 'Public beacon',
    claim:
      'Nobody could know or choose the winners, not even we. They follow from a number that drand, a public beacon run by many independent organisations, published only after the entries and our seed stood in the ledger.',
    trust:
      'That the members of drand did not join together, and us with them, to know that number before it was public. Even together they could not choose it.',
  },
  other_beacon: {
    name: 'Test beacon, not drand',
    claim:
      'The winners follow from a beacon that is not drand, such as the one that a trial runs on its own machine. This shows how a draw works; it proves nothing against whoever runs that beacon.',
    trust: 'Whoever runs that beacon: they can know its numbers before anybody else.',
  },
  block: {
    name: 'Block hash',
    claim:
      'We could not choose the winners alone. They follow from a seed that we had fixed before, and from the hash of a block of the EVO chain that did not exist when the entries were frozen.',
    trust:
      'Whoever produced that block: they had the last word on its hash. And us: we knew the seed, and could have let the draw fail once the block was there.',
  },
  seed: {
    name: 'Seed alone',
    claim:
      'The winners follow from a seed that we had fixed before anybody could know who takes part. We could not change it afterwards.',
    trust: 'Us: somebody who reads the seed knows the winners, and can choose the moment of the draw.',
  },
};

/** What the check of a draw cannot show by itself, in words for everybody. */
export const raffleLimits = {
  everybody:
    'That everybody who was eligible took part. Your own entry you can check below; who has the ledger can compute the whole set again.',
  positions:
    'That the events stand in the ledger where the proof says. Who has the ledger, or a receipt of these events, can tell.',
  frozenInTime: (frozenAt: string, publishedAt: string) =>
    `That the entries were really frozen at ${frozenAt}, as the event says, and not after ${publishedAt}, when the round was published. Who saw the raffle waiting knows; so does a seal of the ledger that a witness signed in between.`,
  blockHash: 'That the block has this hash. Ask any node of the EVO chain.',
} as const;

/** While a draw waits for its round. */
export const awaitingTexts = {
  title: (number: number) => `Raffle #${number} waits for its round`,
  next: (round: number, at: string) =>
    `Who takes part and the seed are fixed. The winners follow from round ${round} of the beacon, which is published at ${at}: until then nobody can know them, and from then on anybody can compute them.`,
  overdue: (round: number, at: string) =>
    `Round ${round} of the beacon was published at ${at}, and we have not recorded the draw. Its winners are fixed all the same: anybody can compute them from the frozen entries.`,
  begun: (number: number, round: number, at: string) =>
    `Raffle ${number} waits for round ${round} of the beacon, at ${at}. It is drawn by itself when the round is there`,
  noBeacon:
    'No relay of the beacon answers as it should, so no raffle was started. Try again in a minute; what is wrong stands in the log of the program.',
} as const;
