import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { shortenAddress } from '../../../../../contracts/wallet-address-text.ts';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { Tooltip } from '../../../components/ui/Tooltip.tsx';
import { type Session, useSession } from '../../../lib/session/session.ts';
import { openConnectDialog } from '../../../lib/wallet/connect-dialog.ts';
import { useWallet } from '../../../lib/wallet/use-wallet.ts';
import { useDisconnect } from '../model/use-disconnect.ts';

/** The header's wallet corner: the connect button, or who is signed in and the way out. */
export function WalletControls() {
  const session = useSession();
  const { attempt } = useWallet();
  const connect = useRef<HTMLButtonElement>(null);
  const before = useRef(session.status);
  // The button that ended the session is gone: whoever works by keyboard goes on from here.
  useEffect(() => {
    const hasEnded = before.current === 'signedIn' && session.status === 'signedOut';
    before.current = session.status;
    if (hasEnded && document.activeElement === document.body) connect.current?.focus();
  }, [session.status]);
  switch (session.status) {
    case 'checking':
      return <Skeleton className="h-9 w-34" />;
    case 'signedIn':
      return <SignedIn session={session.session} />;
    case 'signedOut':
    case 'unknown':
      return (
        <Button
          ref={connect}
          variant="primary"
          size="bar"
          pending={attempt !== null}
          busyText="Connecting..."
          onClick={openConnectDialog}
        >
          Connect Wallet
        </Button>
      );
  }
}

function SignedIn({ session }: { session: Session }) {
  const disconnect = useDisconnect();
  const { link } = useWallet();
  const balance = link?.account === session.walletAddress ? link.balance : null;
  return (
    <div className="flex items-center gap-2">
      {session.role === 'superAdmin' && (
        <Link href="/admin" className={buttonClass({ size: 'bar' })}>
          Admin
        </Link>
      )}
      <span
        title={session.walletAddress}
        className="flex h-9 items-center gap-2 rounded-control border border-line bg-surface-1 px-2 whitespace-nowrap sm:px-3"
      >
        <span aria-hidden="true" className="size-2 rounded-full bg-success max-sm:hidden" />
        <span className="font-mono text-note">
          <span className="sr-only">Connected wallet </span>
          {shortenAddress(session.walletAddress)}
        </span>
        {balance !== null && (
          <span
            title={`${balance} EVO`}
            className="max-w-48 truncate border-l border-line pl-2 font-mono text-note text-muted max-lg:hidden"
          >
            {balance} EVO
          </span>
        )}
      </span>
      <Tooltip text="Disconnect wallet">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Disconnect wallet"
          pending={disconnect.isPending}
          onClick={() => disconnect.mutate()}
        >
          <Icon name="exit" />
        </Button>
      </Tooltip>
    </div>
  );
}
