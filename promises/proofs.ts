import type { ProductPromise } from './promise.ts';
import { auditProofs } from './proofs/audits.ts';
import { drawProofs } from './proofs/draws.ts';
import { hashProofs } from './proofs/hashes.ts';
import { receiptProofs } from './proofs/receipts.ts';

/** What an audit, a receipt, a draw and a hash prove. */
export const proofs: readonly ProductPromise[] = [
  ...auditProofs,
  ...receiptProofs,
  ...drawProofs,
  ...hashProofs,
];
