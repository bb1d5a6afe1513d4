import { type ReactNode, useId } from 'react';

type WalletGroupProps = {
  readonly title: string;
  readonly note?: string;
  /** List items. */
  readonly children: ReactNode;
};

/** Wallets of one kind, under their name. */
export function WalletGroup({ title, note, children }: WalletGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-4">
      <h3 id={id} className="px-2.5 text-xs font-medium text-faint">
        {title}
      </h3>
      {note && <p className="px-2.5 text-xs text-faint">{note}</p>}
      <ul className="mt-1 grid grid-cols-1 gap-0.5">{children}</ul>
    </section>
  );
}
