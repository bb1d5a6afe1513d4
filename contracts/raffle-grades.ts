/** What the winners of a raffle follow from, the strongest first. */
export const RAFFLE_GRADES = ['drand', 'other_beacon', 'block', 'seed'] as const;
export type RaffleGrade = (typeof RAFFLE_GRADES)[number];
