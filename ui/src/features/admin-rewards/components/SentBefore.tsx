import { Icon } from '../../../components/ui/Icon.tsx';

/** That an equal reward was sent before, or is asked for beside this one, in the words of the server. */
export function SentBefore({ told }: { told: string }) {
  return (
    <p
      role="note"
      className="mt-3 flex items-start gap-2 rounded-control bg-info/10 px-4 py-3 [overflow-wrap:anywhere]"
    >
      <Icon name="info" className="mt-0.5 size-4 shrink-0 text-info" />
      <span className="min-w-0">{told}</span>
    </p>
  );
}
