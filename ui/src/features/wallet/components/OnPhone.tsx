import { CopyButton } from '../../../components/ui/CopyButton.tsx';
import { phoneAddress } from '../model/phone-address.ts';
import { PhoneIcon } from './PhoneIcon.tsx';

/** For whoever has a wallet on a phone alone: its app has a browser, which this page opens in like in any other. */
export function OnPhone() {
  const address = phoneAddress();
  return (
    <>
      <PhoneIcon className="size-8 text-accent max-sm:hidden" />
      <p className="text-lead font-medium">Open this page in your wallet’s app</p>
      <p className="max-w-72 text-note text-muted">
        Wallet apps have a browser of their own. Enter this address there, then connect as you would here.
      </p>
      <p className="mt-1 flex max-w-full items-center gap-1 rounded-control border border-line bg-surface-2 py-1 pr-1 pl-3">
        <span className="min-w-0 font-mono text-note [overflow-wrap:anywhere]">{address}</span>
        <CopyButton text={address} label="Copy the address of this page" />
      </p>
    </>
  );
}
