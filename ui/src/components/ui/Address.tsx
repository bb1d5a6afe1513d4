import { shortenAddress } from '../../../../contracts/wallet-address-text.ts';
import { CopyButton } from './CopyButton.tsx';

type AddressProps = {
  readonly address: string;
  /** How many characters to keep at each end. */
  readonly keep?: readonly [first: number, last: number];
  /** What the address is, for the copy button: "wallet address". */
  readonly what?: string;
  readonly copyable?: boolean;
};

/** A wallet address or hash, shortened; the title has all of it. */
export function Address({ address, keep = [6, 4], what = 'wallet address', copyable = true }: AddressProps) {
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <span title={address} className="font-mono text-note">
        {shortenAddress(address, ...keep)}
      </span>
      {copyable && <CopyButton text={address} label={`Copy ${what} ${shortenAddress(address, ...keep)}`} />}
    </span>
  );
}
