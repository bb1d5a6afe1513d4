import type { RaffleGrade } from './raffle-grades.ts';

type GradeTexts = {
  /** On a badge. */
  readonly name: string;
  /** What may honestly be said of such a draw. */
  readonly claim: string;
};

/** Each grade in words for everybody; what else is said of draws stands apart, since each page of raffles loads this. */
export const gradeTexts: Readonly<Record<RaffleGrade, GradeTexts>> = {
  drand: {
    name: 'Public beacon',
    claim:
      'Nobody could know or choose the winners, not even we. They follow from a number that drand, a public beacon run by many independent organisations, published only after the entries and our seed stood in the ledger.',
  },
  other_beacon: {
    name: 'Test beacon, not drand',
    claim:
      'The winners follow from a beacon that is not drand, such as the one that a trial runs on its own machine. This shows how a draw works; it proves nothing against whoever runs that beacon.',
  },
  block: {
    name: 'Block hash',
    claim:
      'We could not choose the winners alone. They follow from a seed that we had fixed before, and from the hash of a block of the EVO chain that did not exist when the entries were frozen.',
  },
  seed: {
    name: 'Seed alone',
    claim:
      'The winners follow from a seed that we had fixed before anybody could know who takes part. We could not change it afterwards.',
  },
};

/** Of raffles that we did not take to their draw. */
export const letFailTexts = {
  badge: 'Let fail by us',
  counts: (drawn: number, failed: number, letFail: number) =>
    `${drawn} drawn. ${failed} failed before ${failed === 1 ? 'its' : 'their'} draw. ${letFail} let fail by us once everybody could compute the winners.`,
} as const;
