/** Where the site says how a raffle is proved. */
export const PROOFS_PATH = '/raffle/proofs';
