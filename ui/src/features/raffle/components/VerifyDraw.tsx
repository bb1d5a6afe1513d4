import { useMutation } from '@tanstack/react-query';
import { gradeTexts } from '../../../../../contracts/raffle-messages.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { queryClient } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { raffleProofQuery } from '../api/raffle-queries.ts';
import { loadVerifyDraw } from '../model/load-verify-draw.ts';
import type { RaffleView } from '../model/raffle-view.ts';

const ProofSteps = lazyPart(
  () => import('../../../components/ui/ProofSteps.tsx'),
  ({ ProofSteps }) => ProofSteps,
);

/** Computes the winners again from the published proof, here in the browser, and shows each step. */
export function VerifyDraw({ view }: { view: RaffleView }) {
  const check = useMutation({
    mutationFn: async () => {
      const [proof, { verifyDraw }] = await Promise.all([
        queryClient.fetchQuery(raffleProofQuery(view.raffleId)),
        loadVerifyDraw(),
        ProofSteps.preload(),
      ]);
      return { proof, ...verifyDraw(proof, view) };
    },
  });
  const { data } = check;
  return (
    <div className="grid gap-4">
      <div className="grid gap-2 text-sm text-muted">
        <p>{gradeTexts[view.grade].claim}</p>
        <p>Your own browser computes the same winners; nothing of the answer is taken on trust.</p>
      </div>
      <div>
        <Button variant="primary" pending={check.isPending} onClick={() => check.mutate()}>
          <Icon name="shield" className="size-4" /> Verify this draw
        </Button>
      </div>
      {check.error && (
        <p role="alert" className="text-sm text-danger">
          The proof could not be checked: {errorText(check.error)}
        </p>
      )}
      {/* As high from the press on as what it finds: nothing below jumps when the browser is done. */}
      {(data || check.isPending) && (
        <div className="grid min-h-190 content-start sm:max-lg:min-h-170 gap-4">
          {data ? (
            <>
              <ProofSteps
                steps={data.steps}
                holds="This draw is verified: your browser computed the same winners."
                fails="This draw does not verify."
              />
              {data.trust && <NotShown trust={data.trust} limits={data.limits} />}
              <div>
                <Button onClick={() => saveProof(view, data.proof)}>
                  <Icon name="download" className="size-4" /> Download the proof
                </Button>
              </div>
            </>
          ) : (
            <SkeletonRows rows={8} className="h-12" />
          )}
        </div>
      )}
    </div>
  );
}

const saveProof = ({ number }: RaffleView, proof: unknown): void =>
  saveFile(`evo-raffle-${number}-proof.json`, `${JSON.stringify(proof, null, 2)}\n`, 'application/json');

/** What has to be believed, or asked elsewhere, even where every step holds. */
function NotShown({ trust, limits }: { trust: string; limits: readonly string[] }) {
  return (
    <section aria-labelledby="not-shown" className="grid gap-2 text-note text-muted">
      <h3 id="not-shown" className="text-sm font-medium text-text">
        What this check cannot show
      </h3>
      <ul className="grid list-disc gap-1 pl-5 [overflow-wrap:anywhere]">
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
        <li>{trust}</li>
      </ul>
    </section>
  );
}
