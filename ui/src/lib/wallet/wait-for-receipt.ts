import { RECEIPT_POLL_MS } from '../../../../contracts/constants.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { WalletError } from './wallet-error.ts';

/** A mined transaction, as `eth_getTransactionReceipt` gives it; the numbers are hex. */
type TransactionReceipt = Readonly<Record<string, unknown>>;

/**
 * Asks for the receipt of a transaction, once a second until there is one. It has no time-out of its own: a
 * transaction can wait for hours; `signal` ends the asking.
 * @throws WalletError `noProviderForReceipt`; whatever the wallet or the signal says
 */
export async function waitForReceipt(
  provider: Eip1193Provider | undefined,
  txHash: `0x${string}`,
  signal?: AbortSignal,
): Promise<TransactionReceipt> {
  if (!provider) throw new WalletError('noProviderForReceipt');
  for (;;) {
    signal?.throwIfAborted();
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [txHash] });
    // The spread of an object is a record of its own fields.
    if (typeof receipt === 'object' && receipt !== null) return { ...receipt };
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_POLL_MS));
  }
}
