import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setAsideTexts } from '../../../../../contracts/admin-messages.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { setAsidePages } from '../api/set-aside-pages.ts';
import { SetAsideDialog } from './SetAsideDialog.tsx';

const POLL_MS = 15_000;

/** Says that the program could not act on something, while there is anything of the kind. */
export function SetAsideNotice() {
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery({ ...setAsidePages, refetchInterval: POLL_MS });
  const { waiting = 0, parked = 0 } = list.data?.pages.at(0) ?? {};
  const isFailed = !list.data && list.error !== null && !list.isFetching;
  if (isFailed) {
    return (
      <section aria-label="Set aside" className="card flex flex-wrap items-center gap-3 px-5 py-4 text-sm">
        <Icon name="alert" className="size-4 text-danger" />
        <p className="min-w-0 flex-1">
          Could not load what is set aside
          <span className="block text-[13px] text-muted">{errorText(list.error)}</span>
        </p>
        <Button size="sm" aria-label="Retry loading what is set aside" onClick={() => void list.refetch()}>
          Retry
        </Button>
      </section>
    );
  }
  if (waiting + parked === 0 && !isOpen) return null;
  return (
    <section aria-label="Set aside" className="card flex flex-wrap items-center gap-3 px-5 py-4 text-sm">
      <Icon
        name={parked > 0 ? 'alert' : 'clock'}
        className={`size-4 ${parked > 0 ? 'text-danger' : 'text-muted'}`}
      />
      <p role="status" className="min-w-0 flex-1">
        {setAsideTexts.notice(parked, waiting) || setAsideTexts.nothing}
      </p>
      <Button size="sm" onClick={() => setOpen(true)}>
        Review
      </Button>
      {isOpen && <SetAsideDialog list={list} onClose={() => setOpen(false)} />}
    </section>
  );
}
