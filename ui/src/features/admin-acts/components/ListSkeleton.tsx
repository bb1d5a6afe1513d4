import type { ReactNode } from 'react';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';

type ListSkeletonProps = {
  /** There is a line above the list. */
  readonly titled?: boolean;
  /** The form below it: its place is kept, and nothing can be typed yet. */
  readonly form: ReactNode;
};

/** As high as a list of wallets and what stands around it. */
export function ListSkeleton({ titled = false, form }: ListSkeletonProps) {
  return (
    <div className="grid gap-5 px-5 pt-1 pb-5">
      <div>
        {titled && <Skeleton className="mb-2 h-6 w-32" />}
        <Skeleton className="h-40" />
      </div>
      {form && <div className="invisible">{form}</div>}
    </div>
  );
}
