/** What the public page of raffles says beside results and proofs. */
export const nextDrawTexts = {
  title: 'Next draw',
  none: 'No date is set yet',
  noneMore: (number: number) => `Raffle #${number} is the next one. Who takes part is fixed when it starts.`,
  underWay: (number: number) => `Raffle #${number} is being drawn`,
  /** `left` is a clock time. */
  dueIn: (left: string) => `Its round comes in ${left}`,
  due: 'Its round is there; the draw follows.',
  overdue: 'Its round was published, and we have not recorded the draw.',
  started: 'It was started, and its round is still to be named.',
  /** Of one that takes no round of a beacon. */
  toCome: 'It was started, and its draw is still to come.',
  look: 'Look at it',
  seed: 'The seed of the next raffle is already fixed. Its hash:',
  copySeed: 'Copy the hash of the seed',
  howTo: 'How to take part',
  steps: {
    connect: ['Connect your wallet', 'Your account is your wallet.'],
    verify: ['Verify your email address', 'One address, one entry.'],
    wait: ['That is all', 'You are in every draw from then on, with the same chance as everybody.'],
  },
  done: 'Done',
  connect: 'Connect Wallet',
  verify: 'Verify email',
  isIn: 'You are in the next draw.',
} as const;

/** The show of a draw, live or again. */
export const showTexts = {
  subtitle: (number: number) => `Raffle #${number}. The result already stands in the ledger.`,
  drawing: 'Drawing',
  next: (place: string) => `Next: ${place} place`,
  among: (entries: number) => `among ${entries.toLocaleString('en')} ${entries === 1 ? 'entry' : 'entries'}`,
  place: (place: string) => `${place} place`,
  soundOn: 'Switch sound on',
  soundOff: 'Switch sound off',
  copyLink: 'Copy the link to this draw',
} as const;
