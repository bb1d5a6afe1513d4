import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/ui/Button.tsx';
import { CopyButton } from '../../../components/ui/CopyButton.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { ProofSteps } from '../../../components/ui/ProofSteps.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { queryClient } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { ownEntryQuery, raffleProofQuery } from '../api/raffle-queries.ts';
import { loadVerifyDraw } from '../model/load-verify-draw.ts';

type OwnEntryProps = { readonly raffleId: string; readonly userId: string };

/** The entry of who is signed in, and the proof that it took part in the draw. */
export function OwnEntry({ raffleId, userId }: OwnEntryProps) {
  const { data, error, isFetching, refetch } = useQuery(ownEntryQuery(raffleId, userId));
  const entry = data?.entry;
  const check = useMutation({
    mutationFn: async () => {
      if (!entry) return [];
      const [proof, { verifyEntry }] = await Promise.all([
        queryClient.fetchQuery(raffleProofQuery(raffleId)),
        loadVerifyDraw(),
      ]);
      return verifyEntry(entry, { raffleId, userId, proof });
    },
  });
  if (!data) {
    return error && !isFetching ? (
      <ErrorState what="your entry" detail={errorText(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-16" />
    );
  }
  if (!entry) {
    return (
      <p className="text-sm text-muted">
        You had no entry in this raffle: it takes a verified email address at the moment of the draw.
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        Your entry is number <span className="font-mono">{(entry.index + 1).toLocaleString('en')}</span> of{' '}
        <span className="font-mono">{entry.count.toLocaleString('en')}</span>.
      </p>
      <p className="flex items-start gap-1 text-note text-muted">
        <code className="font-mono break-all">{entry.entry}</code>
        <CopyButton text={entry.entry} label="Copy your entry" />
      </p>
      <Button className="justify-self-start" pending={check.isPending} onClick={() => check.mutate()}>
        Check my entry
      </Button>
      {check.error && (
        <p role="alert" className="text-sm text-danger">
          {errorText(check.error)}
        </p>
      )}
      {check.data && (
        <ProofSteps
          steps={check.data}
          holds="Your entry took part in this draw."
          fails="Your entry could not be shown to have taken part."
        />
      )}
    </div>
  );
}
