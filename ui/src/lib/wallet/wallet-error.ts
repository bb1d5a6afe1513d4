import { walletErrors } from '../../../../contracts/shell-messages.ts';

export type WalletErrorKind = keyof typeof walletErrors;

/** A wallet request that did not succeed; its message is the product's text for it, as MetaMask's. */
export class WalletError extends Error {
  readonly kind: WalletErrorKind;
  private readonly reason: string;

  constructor(kind: WalletErrorKind, reason = '', options?: ErrorOptions) {
    super(textOf(walletErrors[kind], reason), options);
    this.name = 'WalletError';
    this.kind = kind;
    this.reason = reason;
  }

  /** The same text, with the name of the wallet that was chosen. */
  messageFor(wallet: string): string {
    // What the wallet says of itself stays as it said it.
    return textOf(walletErrors[this.kind], REASON)
      .replaceAll('MetaMask', () => wallet)
      .replace(REASON, () => this.reason);
  }

  /** The same, told of the wallet that was asked. */
  of(wallet: string): WalletError {
    const error = new WalletError(this.kind, this.reason, { cause: this.cause });
    error.message = this.messageFor(wallet);
    return error;
  }
}

const REASON = '{reason}';

const textOf = (text: string | ((reason: string) => string), reason: string): string =>
  typeof text === 'string' ? text : text(reason);
