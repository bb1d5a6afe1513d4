import { useState } from 'react';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { copyLink, type ShareEnd, shareLink } from '../model/share-link.ts';

export function ReferralLink({ link }: { link: string }) {
  const [isSharing, setSharing] = useState(false);

  async function share(): Promise<void> {
    setSharing(true);
    const share = 'share' in navigator ? navigator.share.bind(navigator) : undefined;
    tell(await shareLink(link, { share, copy }));
    setSharing(false);
  }

  return (
    <div className="flex flex-wrap gap-2">
      <div className="flex h-10 min-w-0 pointer-coarse:h-11 flex-1 basis-44 items-center rounded-control border border-control bg-field pl-3">
        <span title={link} className="min-w-0 flex-1 truncate font-mono text-note">
          <span className="sr-only">Your link: </span>
          {link}
        </span>
        <Button
          size="icon"
          variant="ghost"
          aria-label="Copy referral link"
          onClick={() => void copyLink(link, copy).then(tell)}
        >
          <Icon name="copy" className="size-4" />
        </Button>
      </div>
      <Button pending={isSharing} onClick={() => void share()} className="max-sm:grow">
        <Icon name="share" className="size-4" /> Share
      </Button>
    </div>
  );
}

const copy = (text: string): Promise<void> => navigator.clipboard.writeText(text);

function tell(end: ShareEnd): void {
  if (end === 'copied') showToast(successToasts.linkCopied);
  if (end === 'failed') showError(errorToasts.copyFailed);
}
