import { getAddress } from 'viem/utils';
import * as z from 'zod/mini';
import { amountInput } from '../../../../../contracts/api/admin.ts';
import { validation } from '../../../../../contracts/messages.ts';
import { formatEvo } from '../../../../../contracts/money.ts';
import { isWalletAddress } from '../../../../../contracts/wallet-address.ts';
import { reasonFault } from '../../../lib/reason-fault.ts';

export const rewardForm = z.object({ wallet: z.string(), amount: z.string(), reason: z.string() });

/** The form as typed. */
export type RewardForm = { readonly wallet: string; readonly amount: string; readonly reason: string };

export const blankReward: RewardForm = { wallet: '', amount: '', reason: '' };

/** What keeps the form from being sent, in the order in which a person would mend it; undefined for nothing. */
export function rewardFault({ wallet, amount, reason }: RewardForm): string | undefined {
  if ([wallet, amount, reason].some((text) => text.trim() === '')) return validation.rewardFieldsRequired;
  if (!isWalletAddress(wallet.trim())) return validation.adminWalletInvalid;
  return reasonFault(reason) ?? amountInput.safeParse(amount).error?.issues[0]?.message;
}

/**
 * The reward as it is sent. However an address and an amount are spelled, it is the same one: whoever has heard of no
 * answer, and types it anew, sends the same act again. What is wrong stays for the server to refuse.
 */
export function rewardOf({ wallet, amount, reason }: RewardForm) {
  const address = wallet.trim();
  const { data } = amountInput.safeParse(amount);
  return {
    walletAddress: isWalletAddress(address) ? getAddress(address) : address,
    amount: data === undefined ? amount.trim() : formatEvo(data),
    reason: reason.trim(),
  };
}
