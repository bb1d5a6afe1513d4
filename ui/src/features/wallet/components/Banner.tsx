import type { ReactNode } from 'react';
import { useFocusHandedOn } from '../../../lib/use-focus-handed-on.ts';

type BannerProps = {
  /** `status` where nothing around it says it as it comes. */
  readonly role?: 'status';
  readonly children: ReactNode;
};

/** One thing to know of the session or the wallet, with what can be done about it. */
export function Banner({ role, children }: BannerProps) {
  const banner = useFocusHandedOn<HTMLDivElement>();
  return (
    <div
      ref={banner}
      role={role}
      data-wallet-news
      className="animate-fade rounded-card border border-info/40 bg-surface-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 text-note">{children}</div>
    </div>
  );
}
