import { walletErrors } from '../../../../contracts/messages.ts';

export type WalletErrorKind = keyof typeof walletErrors;

/** A wallet request that did not succeed; its message is the product's text for it. */
export class WalletError extends Error {
  readonly kind: WalletErrorKind;

  constructor(kind: WalletErrorKind, reason = '', options?: ErrorOptions) {
    const text = walletErrors[kind];
    super(typeof text === 'string' ? text : text(reason), options);
    this.name = 'WalletError';
    this.kind = kind;
  }
}
