import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { statusTexts } from '../../../contracts/shell-messages.ts';
import { Button } from '../components/ui/Button.tsx';
import { Icon, type IconName } from '../components/ui/Icon.tsx';
import { refreshStale, useStaleSince } from '../lib/api/stale-figures.ts';
import { lookForServer, useConnection } from '../lib/connection/connection.ts';
import { refreshLagging, useLagFollowed } from '../lib/ledger/use-ledger-lag.ts';
import { recentTime } from '../lib/recent-time.ts';
import { useFocusHandedOn } from '../lib/use-focus-handed-on.ts';

type Status = {
  readonly icon: IconName;
  readonly text: string;
  readonly retry: () => Promise<unknown>;
};

/**
 * What a person has to know about the figures on the page, for as long as it is so: that nobody answers, that some are
 * old, or that they are behind the ledger. It lies over the page's end, so that nothing moves when it comes and goes,
 * and the page can be scrolled from under it (`--dock`).
 */
export function StatusStrip() {
  const status = useStatus();
  return (
    <div
      tabIndex={-1}
      data-status-strip={status && ''}
      className={
        status &&
        'fixed inset-x-0 bottom-(--nav-bar) z-20 flex h-(--strip) animate-fade items-center gap-3 border-t border-info/40 bg-surface-2 px-4 text-note md:inset-x-auto md:bottom-4 md:left-4 md:w-104 md:rounded-card md:border md:py-2 lg:w-auto lg:max-w-2xl'
      }
    >
      {status && <Icon name={status.icon} className="text-info" />}
      {/* There before it has a text, so that screen readers say it. */}
      <p role="status" className="flex-1">
        {status?.text}
      </p>
      {status && <Retry {...status} />}
    </div>
  );
}

function Retry({ retry }: Pick<Status, 'retry'>) {
  const [isRetrying, setRetrying] = useState(false);
  const button = useFocusHandedOn<HTMLButtonElement>();
  return (
    <Button
      ref={button}
      size="sm"
      pending={isRetrying}
      onClick={() => {
        setRetrying(true);
        void retry().finally(() => setRetrying(false));
      }}
    >
      Retry
    </Button>
  );
}

/** The one that explains the others comes first. */
function useStatus(): Status | undefined {
  const client = useQueryClient();
  const connection = useConnection();
  const since = useStaleSince();
  const isBehind = useLagFollowed();
  if (connection !== 'reachable') {
    return { icon: 'alert', text: statusTexts[connection], retry: lookForServer };
  }
  if (since !== undefined) {
    return { icon: 'clock', text: statusTexts.stale(recentTime(since)), retry: () => refreshStale(client) };
  }
  if (isBehind) return { icon: 'clock', text: statusTexts.behind, retry: refreshLagging };
  return undefined;
}
