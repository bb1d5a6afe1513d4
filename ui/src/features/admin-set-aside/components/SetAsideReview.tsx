import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { setAsidePages } from '../api/set-aside-pages.ts';
import { SetAsideDialog } from './SetAsideDialog.tsx';

const POLL_MS = 15_000;

/** The events that are set aside, asked for while somebody looks at them. */
export function SetAsideReview({ onClose }: { readonly onClose: () => void }) {
  const list = useInfiniteQuery({ ...setAsidePages, refetchInterval: POLL_MS });
  return <SetAsideDialog list={list} onClose={onClose} />;
}
