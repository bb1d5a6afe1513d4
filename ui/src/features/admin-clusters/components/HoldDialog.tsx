import { useEffect, useRef, useState } from 'react';
import { adminAnswers, clusterTexts, progressText } from '../../../../../contracts/admin-messages.ts';
import {
  type Cluster,
  type ClusterKind,
  holdClaims,
  releaseClaims,
} from '../../../../../contracts/api/admin-clusters.ts';
import { exactEvo, parseSum } from '../../../../../contracts/money.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { DryRunResult } from '../../../components/ui/DryRunResult.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { RowProgress } from '../../../components/ui/RowProgress.tsx';
import { refreshAdmin } from '../../../lib/admin/admin-queries.ts';
import { api, shownWallet } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { DRY_RUN } from '../../../lib/api/dry-run.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { type OnLimit, whenReady } from '../../../lib/api/when-ready.ts';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { reasonFault } from '../../../lib/reason-fault.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { allMembers } from '../api/cluster-queries.ts';
import { begin, type Chunk, concerned, type HoldKind, trialOf } from '../model/holding.ts';

type HoldDialogProps = {
  readonly act: HoldKind;
  readonly kind: ClusterKind;
  readonly cluster: Cluster;
  readonly onClose: () => void;
};

type Outcome = {
  readonly done: number;
  readonly failed: number;
  /** Of the first that failed. */
  readonly why: string | undefined;
  readonly pending: bigint;
};
type Begun = { readonly chunks: readonly Chunk[]; readonly wallet: string | undefined };
const NOTHING: Outcome = { done: 0, failed: 0, why: undefined, pending: 0n };

const ENDPOINTS = { hold: holdClaims, release: releaseClaims } as const;

/** Sends one chunk after the other; each answer is added to what came before. Without a key it is a dry run. */
async function send(
  act: HoldKind,
  { userIds, key }: Pick<Chunk, 'userIds'> & Partial<Chunk>,
  reason: string,
  soFar: Outcome,
  /** What was sent of the act itself is waited for, also once it is given up. */
  how: {
    readonly signal: AbortSignal;
    readonly wallet?: string | undefined;
    readonly onLimit?: OnLimit;
  },
): Promise<Outcome> {
  const { signal, wallet, onLimit } = how;
  const request = { userIds: [...userIds], reason, ...(key === undefined && { dryRun: true }) };
  const answer = await whenReady(
    () =>
      api.call(ENDPOINTS[act], {
        request,
        ...(key === undefined ? { signal } : { idempotencyKey: key, wallet }),
      }),
    { signal, onLimit },
  );
  return {
    done: soFar.done + answer.done,
    failed: soFar.failed + answer.failed.length,
    why: soFar.why ?? answer.failed[0]?.message,
    pending: soFar.pending + parseSum(answer.pendingRewards),
  };
}

const inWords = (act: HoldKind, { pending, ...outcome }: Outcome, would: boolean) =>
  adminAnswers.claimsActed(act, { ...outcome, pending: exactEvo(pending), would });

/** Says what would happen to everybody in a cluster, asks for the reason, and shows how far it is. */
export function HoldDialog({ act, kind, cluster, onClose }: HoldDialogProps) {
  const texts = clusterTexts.acts[act];
  const [reason, setReason, forgetDraft] = useDraft(`${act}:${kind}:${cluster.key}`);
  const [sent, setSent] = useState(0);
  const [soFar, setSoFar] = useState(NOTHING);
  const [isRunning, setIsRunning] = useState(false);
  const [waitsUntil, setWaitsUntil] = useState<Date>();
  const [fault, setFault] = useState<string>();
  const running = useRef<AbortController>(undefined);
  // Nobody sees how it goes on once the panel is gone.
  useEffect(() => () => running.current?.abort(), []);
  const dryRun = useQuery({
    queryKey: [ENDPOINTS[act].path, DRY_RUN, kind, cluster.key],
    queryFn: async ({ signal }) => {
      const found = concerned(act, await allMembers(kind, cluster, signal));
      let would = NOTHING;
      for (const userIds of trialOf(found)) {
        would = await send(act, { userIds }, clusterTexts.dryRunReason, would, { signal });
      }
      return { found, message: inWords(act, would, true) };
    },
    gcTime: 0,
    staleTime: 0,
  });
  // What was begun is gone on with: found anew, as after the server was away, it is without those who are done.
  const [begun, setBegun] = useState<Begun>();
  const found = dryRun.data?.found ?? [];

  async function run(): Promise<void> {
    const stop = new AbortController();
    running.current = stop;
    const { signal } = stop;
    const { chunks, wallet } = begun ?? { chunks: begin(found), wallet: shownWallet() };
    setBegun({ chunks, wallet });
    setIsRunning(true);
    setFault(undefined);
    let outcome = soFar;
    try {
      for (let at = sent; at < chunks.length && !signal.aborted; at += 1) {
        const chunk = chunks[at];
        if (!chunk) break;
        outcome = await send(act, chunk, reason.trim(), outcome, { signal, wallet, onLimit: setWaitsUntil });
        setSoFar(outcome);
        setSent(at + 1);
      }
      finish(outcome);
    } catch (error) {
      if (error === signal.reason) return outcome === NOTHING ? leave() : finish(outcome);
      setFault(errorText(error));
      showError(errorToasts.holdFailed(errorText(error)));
      setIsRunning(false);
    }
  }

  function finish(outcome: Outcome): void {
    showToast({ ...successToasts[texts.toast], description: inWords(act, outcome, false) });
    leave();
  }

  function close(): void {
    if (isRunning) running.current?.abort();
    else if (sent > 0) finish(soFar);
    else leave();
  }

  function leave(): void {
    forgetDraft();
    onClose();
    // What was sent may have been done, also where no answer says so.
    if (running.current) void refreshAdmin();
  }

  const [done, of] = [
    soFar.done + soFar.failed,
    (begun?.chunks.flatMap(({ userIds }) => userIds) ?? found).length,
  ];
  const progress = progressText(done, of, 'account');
  const tooLong = reasonFault(reason);
  return (
    <ConfirmDialog
      title={texts.title}
      description={`${cluster.label}. ${texts.why}`}
      confirmLabel={sent > 0 ? clusterTexts.goOn : texts.title}
      danger={act === 'hold'}
      pending={isRunning}
      disabled={of === 0 || reason.trim() === '' || tooLong !== undefined || (!begun && dryRun.isFetching)}
      onClose={close}
      onConfirm={() => void run()}
    >
      <DryRunResult dryRun={dryRun} />
      <Field
        className="mt-4"
        label={clusterTexts.reason}
        hint={clusterTexts.reasonHint}
        error={tooLong}
        value={reason}
        disabled={isRunning || sent > 0}
        onChange={({ target }) => {
          setReason(target.value);
          // With another reason it is another act, under other keys.
          setBegun(undefined);
          if (begun) void dryRun.refetch();
        }}
      />
      {(isRunning || sent > 0) && (
        <RowProgress label={texts.title} text={progress} value={done} of={of} waitsUntil={waitsUntil} />
      )}
      {fault && (
        <p role="alert" className="mt-3 text-note text-danger">
          {fault}
        </p>
      )}
    </ConfirmDialog>
  );
}
