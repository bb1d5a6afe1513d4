import { formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { Authorize } from '../authorize.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import { bytesToHex } from '../proof/bytes.ts';
import type { RaffleState } from './raffle.ts';
import { NoLaterBlock } from './raffle-ports.ts';
import { failRaffle, orNoBlock, type RaffleSteps, TooManyWinners } from './raffle-steps.ts';

/**
 * Writes down who takes part and, in the same event, what nobody can know yet and the draw will take: a round of the
 * raffle's beacon, or a block of the chain.
 * @param begunAt where the raffle was begun
 * @returns the raffle as it is then: frozen, or failed
 * @throws LedgerUnavailable also where the round or the block is out before it is written down
 */
export async function freezeRaffle(
  steps: RaffleSteps,
  begunAt: LedgerPosition,
  { beacon: rule, amounts, seedHash }: RaffleState,
): Promise<RaffleState> {
  const { raffleId, ports, run } = steps;
  const position = formatPosition(await ports.freezeEligible(raffleId, begunAt));
  const { count, tree } = await ports.entriesOf(raffleId);
  const entries = { root: bytesToHex(tree.root), count, position };
  if (!rule) {
    const block = await orNoBlock(ports.nameBlock());
    if (block instanceof NoLaterBlock) return failRaffle(steps, 'committed', block.message);
    if (block === undefined) return run({ type: 'FreezeEntries', ...entries }, 'freeze-entries');
    const authorize = unlessOut(`block ${block}`, () => ports.isBlockToCome(block));
    return run({ type: 'FreezeEntries', ...entries, block }, 'freeze-entries', { authorize });
  }
  // From the round's naming on a raffle cannot fail any more, so all that could make it fail is looked at before.
  if (amounts.length > count)
    return failRaffle(steps, 'committed', new TooManyWinners(amounts.length, count).message);
  const seed = await ports.revealSeed(seedHash);
  if (seed === undefined) return failRaffle(steps, 'committed', SEED_LOST);
  const { round, at } = await ports.pinRound(rule);
  const beacon = { chainHash: rule.chainHash, round, seed };
  const authorize = unlessOut(`round ${round}`, () => ports.stillToCome(rule, round));
  return run({ type: 'FreezeEntries', ...entries, beacon }, 'freeze-entries', { at, authorize });
}

/** Who stood still since would name what is out; told again it names a later one. */
const unlessOut =
  (named: string, isToCome: () => boolean | Promise<boolean>): Authorize =>
  async () => {
    if (await isToCome()) return undefined;
    throw new LedgerUnavailable(new Error(`${named} was out before the ledger could name it`));
  };

export const SEED_LOST = 'The seed that was committed is lost';
