import { parseSum } from '../../../contracts/money.ts';
import { type Book, entriesOf } from '../../accounts/postings.ts';
import { type Books, named, type Rule } from './rule.ts';
import { TextSet } from './text-set.ts';
import { must } from './violation.ts';

/** Base units of the whole ledger. */
export type Sums = {
  issued: bigint;
  claimed: bigint;
  claimable: bigint;
  cleared: bigint;
  revoked: bigint;
  reset: bigint;
  postings: number;
};

/**
 * Postings add up to zero after each event, nothing is negative, what can be paid once is paid once, and an undo takes
 * nothing but its own grant. The books here are kept from the postings alone: the account's fold is another one.
 */
export function money(): Rule & { readonly sums: Sums } {
  /** What was paid that can be paid once, and to whom. */
  const paid = new TextSet();
  const sums: Sums = {
    issued: 0n,
    claimed: 0n,
    claimable: 0n,
    cleared: 0n,
    revoked: 0n,
    reset: 0n,
    postings: 0,
  };
  return {
    name: 'money',
    sums,
    add(_, change) {
      if (!change) return;
      const { stream, event, before, after, kept } = change;
      const entries = entriesOf(event);
      if (entries.length === 0) {
        const isStill = after.granted === before.granted && after.claimed === before.claimed;
        must(isStill, () => `${named(event)}: the postings say another balance than the account`);
        return;
      }
      kept.books ??= emptyBooks();
      const own = kept.books;

      let sum = 0n;
      for (const { book, amount } of entries) {
        sum += amount;
        sums.postings += 1;
        if (book === 'claimable') own.claimable += amount;
        else if (book === 'claimed') own.claimed += amount;
        addTo(sums, book, amount);
      }
      must(sum === 0n, () => `${named(event)} makes or loses EVO`);
      must(own.claimable >= 0n, () => `${named(event)} takes more than can be claimed`);
      must(own.claimed >= 0n, () => `${named(event)} takes more than was claimed`);
      const isAsFolded = after.granted === own.claimable + own.claimed && after.claimed === own.claimed;
      must(isAsFolded, () => `${named(event)}: the postings say another balance than the account`);

      if (event.type === 'RewardGranted') {
        const { source, ref, grantId, amount } = event.data;
        const key = paidOnceKey(source, ref);
        const isFirst = key === undefined || paid.add(`${stream} ${key}`);
        must(isFirst, () => `${named(event)} pays ${key} twice`);
        if (source === 'admin') {
          own.whole ??= new Map();
          own.whole.set(grantId, parseSum(amount));
        }
      }
      if (event.type === 'RewardRevoked') {
        const isWhole = own.whole?.get(event.data.grantId) === parseSum(event.data.amount);
        // The first version took back what had been claimed, too.
        const isHeld = event.metadata.schemaVersion >= 2;
        must(isWhole || !isHeld, () => `${named(event)} takes back what was claimed or cleared before`);
        own.whole?.delete(event.data.grantId);
      }
      // Where all was taken that could be claimed, nothing of any grant is left. The first version took back what was
      // claimed, so that there may be nothing, and yet something left of a grant.
      if (own.claimable === 0n && event.type !== 'RewardRevoked') own.whole = undefined;
    },
    end() {
      const { issued, cleared, revoked, reset, claimable, claimed } = sums;
      must(
        issued + cleared + revoked + reset + claimable + claimed === 0n,
        () => 'the books do not add up to zero',
      );
    },
  };
}

function addTo(sums: Sums, book: Book, amount: bigint): void {
  if (book === 'claimable') sums.claimable += amount;
  else if (book === 'claimed') sums.claimed += amount;
  else if (book === 'program:issued') sums.issued += amount;
  else if (book === 'program:cleared') sums.cleared += amount;
  else if (book === 'program:revoked') sums.revoked += amount;
  else sums.reset += amount;
}

function emptyBooks(): Books {
  return { claimable: 0n, claimed: 0n, whole: undefined };
}

/** Undefined for what an admin may grant as often as they like. */
function paidOnceKey(source: string, ref: string | undefined): string | undefined {
  if (source === 'admin' && !ref?.startsWith('undo:')) return undefined;
  return ref === undefined ? source : `${source} ${ref}`;
}
