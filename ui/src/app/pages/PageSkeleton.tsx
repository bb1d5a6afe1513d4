import { Skeleton } from '../../components/ui/Skeleton.tsx';

/** While the code of a page, or the question who is signed in, is on its way. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className="grid min-h-dvh content-start gap-4">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-59 rounded-card" />
      <Skeleton className="h-34 rounded-card" />
    </div>
  );
}
