import { rememberedReferrer } from '../../../lib/referral/referrer.ts';

/**
 * Where a wallet's app finds this page. The link that led a person here goes along, because another browser knows
 * nothing of it.
 */
export function phoneAddress(): string {
  const referrer = rememberedReferrer();
  return `${location.origin}${referrer ? `/ref/${referrer}` : location.pathname}`;
}

/** A page of this computer alone cannot be opened elsewhere, and wallets want a safe one. */
export const opensOnPhones = (): boolean => location.protocol === 'https:';
