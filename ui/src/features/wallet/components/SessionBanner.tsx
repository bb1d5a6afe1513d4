import { sessionTexts } from '../../../../../contracts/messages.ts';
import { shortenAddress } from '../../../../../contracts/wallet-address-text.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { showSessionNotice, useSessionNotice } from '../../../lib/session/session-notice.ts';
import { openConnectDialog } from '../../../lib/wallet/connect-dialog.ts';
import { useWallet } from '../../../lib/wallet/use-wallet.ts';
import { Banner } from './Banner.tsx';

/** The session ended, or became another account's, without a word of this page's person: it says so until read. */
export function SessionBanner() {
  const notice = useSessionNotice();
  const { attempt } = useWallet();
  if (!notice) return null;
  return (
    <Banner>
      <Icon name={notice.kind === 'ended' ? 'clock' : 'swap'} className="text-info" />
      <p className="min-w-44 flex-1">
        {notice.kind === 'ended' ? (
          sessionTexts.ended
        ) : (
          <>
            {sessionTexts.changed}{' '}
            <span title={notice.walletAddress} className="font-mono">
              {shortenAddress(notice.walletAddress)}
            </span>
            .
          </>
        )}
      </p>
      {notice.kind === 'ended' && (
        <Button size="sm" pending={attempt !== null} onClick={openConnectDialog}>
          Connect again
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => showSessionNotice(null)}>
        Dismiss
      </Button>
    </Banner>
  );
}
