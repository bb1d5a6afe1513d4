/** A mutation test asks the same of each of thousands of changes: a tenth of the runs of a property will do there. */
export const runsOf = (runs: number): number =>
  process.env.MUTATION_TESTS === undefined ? runs : Math.ceil(runs / 10);
