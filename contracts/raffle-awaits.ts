/** While a draw waits for its round. */
export const awaitingTexts = {
  title: (number: number) => `Raffle #${number} waits for its round`,
  next: (round: number, at: string) =>
    `Who takes part and the seed are fixed. The winners follow from round ${round} of the beacon, which is published at ${at}: until then nobody can know them, and from then on anybody can compute them.`,
  overdue: (round: number, at: string) =>
    `Round ${round} of the beacon was published at ${at}, and we have not recorded the draw. Its winners are fixed all the same: anybody can compute them from the frozen entries.`,
  begun: (number: number, round: number, at: string) =>
    `Raffle ${number} waits for round ${round} of the beacon, at ${at}. It is drawn by itself when the round is there`,
  before:
    'The winners follow from a round of the beacon that is still to come, and the draw waits for it. From the moment the entries are frozen nobody can stop it or draw again.',
  noBeacon:
    'No relay of the beacon answers as it should, so no raffle was started. Try again in a minute; what is wrong stands in the log of the program.',
} as const;
