import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { ProofSteps } from '../../../components/ui/ProofSteps.tsx';
import { queryClient } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { raffleProofQuery } from '../api/raffle-queries.ts';
import type { RaffleView } from '../model/raffle-view.ts';

/** Computes the winners again from the published proof, here in the browser, and shows each step. */
export function VerifyDraw({ view }: { view: RaffleView }) {
  const check = useMutation({
    mutationFn: async () => {
      const [proof, { verifyDraw }] = await Promise.all([
        queryClient.fetchQuery(raffleProofQuery(view.raffleId)),
        import('../model/verify-draw.ts'),
      ]);
      return { proof, steps: verifyDraw(proof, view) };
    },
  });
  const { data } = check;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        The seed of this draw was fixed before anybody could know who was eligible. With it, your own browser
        computes the same winners; nothing of the answer is taken on trust.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={check.isPending} onClick={() => check.mutate()}>
          {!check.isPending && <Icon name="shield" className="size-4" />} Verify this draw
        </Button>
        {data && (
          <Button
            onClick={() =>
              saveFile(
                `evo-raffle-${view.number}-proof.json`,
                `${JSON.stringify(data.proof, null, 2)}\n`,
                'application/json',
              )
            }
          >
            <Icon name="download" className="size-4" /> Download the proof
          </Button>
        )}
      </div>
      {check.error && (
        <p role="alert" className="text-sm text-danger">
          The proof could not be checked: {errorText(check.error)}
        </p>
      )}
      {data && (
        <ProofSteps
          steps={data.steps}
          holds="This draw is verified: your browser computed the same winners."
          fails="This draw does not verify."
        />
      )}
    </div>
  );
}
