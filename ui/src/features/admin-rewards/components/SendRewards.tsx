import { type SubmitEvent, useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import { sendReward } from '../../../../../contracts/api/admin.ts';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { useAskFirst } from '../../../lib/admin/use-dry-run.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { DoneBefore, useCommand } from '../../../lib/api/use-command.ts';
import { useFormDraft } from '../../../lib/draft/use-draft.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { askedBeside, isNotAsShown } from '../model/as-shown.ts';
import { blankReward, type RewardForm, rewardFault, rewardForm, rewardOf } from '../model/reward-fault.ts';
import { RewardPreview } from './RewardPreview.tsx';
import { RewardRequests } from './RewardRequests.tsx';
import { RewardResult } from './RewardResult.tsx';
import { UserPicker } from './UserPicker.tsx';

type Sent = ResponseOf<typeof sendReward>;

/** The form; the server shows what it would do before it is done. */
export function SendRewards({ wallet }: { wallet: string }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <RewardPanel />
      <RewardRequests wallet={wallet} />
    </div>
  );
}

function RewardPanel() {
  const [query, setQuery] = useSearchParams();
  const to = query.get('to');
  const [user, setUser] = useState<AdminUser>();
  const [form, setForm] = useFormDraft<RewardForm>('reward', blankReward, rewardForm);
  const [fault, setFault] = useState<string>();
  const [sent, setSent] = useState<Sent>();
  const ask = useAskFirst(sendReward);
  /** The question was asked of one that may be sent already: an equal one may be this one, and is not told of. */
  const [isUntold, setUntold] = useState(false);
  const request = rewardOf(form);

  const command = useCommand(
    sendReward,
    (answer) => {
      showToast(
        answer.above === null
          ? { ...successToasts.rewardSent, description: answer.message }
          : adminToasts.rewardAsked(answer.message),
      );
      setSent(answer);
      // Given up and sent all the same: what was typed meanwhile is another reward.
      if (isAsked()) {
        ask.reset();
        setUser(undefined);
        setForm(blankReward);
      }
      return refreshAfterAct();
    },
    {},
    (error) => {
      // The next question tells of what came since.
      if (isNotAsShown(error) && isAsked()) ask.reset();
      if (!(error instanceof DoneBefore)) return fail(errorText(error));
      // The question was asked of the account as it was: who means another reward looks at what would happen now.
      if (isAsked()) ask.reset();
      showError(adminToasts.rewardDoneBefore(errorText(error)));
    },
    () => askedBeside(isUntold ? { above: ask.data?.above } : ask.data),
  );

  /** Whether what was sent last is what stands in the form. */
  const isAsked = () => JSON.stringify(request) === JSON.stringify(command.variables);

  /** What was asked about the form as it was before is not what it says now. */
  function change(next: Partial<RewardForm>): void {
    setForm({ ...form, ...next });
    setFault(undefined);
    ask.reset();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever is named is taken over once.
  useLayoutEffect(() => {
    if (to === null) return;
    setUser(undefined);
    change({ wallet: to });
    // No step back or forward, and no reload, takes the place of what is typed by then.
    setQuery((now) => [...now].filter(([name]) => name !== 'to'), { replace: true });
  }, [to]);

  function type(field: keyof RewardForm, text: string): void {
    change({ [field]: text });
    // Another wallet is no longer the one of the chosen user.
    if (field === 'wallet' && text !== user?.walletAddress) setUser(undefined);
  }

  function choose(chosen: AdminUser): void {
    setUser(chosen);
    change({ wallet: chosen.walletAddress ?? '' });
    if (!chosen.walletAddress) setFault(NO_WALLET);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = rewardFault(form);
    setFault(found);
    if (found) {
      fail(found);
      return;
    }
    setUntold(command.mayBeDone(request));
    ask.mutate({ ...request, dryRun: true }, { onError: (error) => fail(errorText(error)) });
  }

  function fail(text: string): void {
    showError(errorToasts.rewardFailed(text));
  }
  const refused = fault ?? (ask.error ? errorText(ask.error) : undefined);

  return (
    <Card aria-labelledby="rewards-title" className="min-w-0">
      <CardHeader id="rewards-title" title="Send Rewards" />
      <div className="grid grid-cols-1 gap-6 px-5 pt-1 pb-5 lg:grid-cols-[1fr_1fr]">
        <form noValidate onSubmit={submit} className="grid grid-cols-1 content-start gap-4">
          <UserPicker
            selected={user}
            onSelect={choose}
            onClear={() => {
              setUser(undefined);
              change({ wallet: '' });
            }}
          />
          {/* Of any length, each of them: what a browser cuts off a text that is pasted leaves another one. */}
          <Field
            label="Wallet Address"
            placeholder="0x..."
            autoComplete="off"
            spellCheck={false}
            value={form.wallet}
            onChange={({ target }) => type('wallet', target.value)}
            className="font-mono [&_label]:font-sans"
          />
          <Field
            label="Amount (EVO)"
            placeholder="10.50"
            inputMode="decimal"
            autoComplete="off"
            value={form.amount}
            onChange={({ target }) => type('amount', target.value)}
          />
          <Field
            label="Reason"
            placeholder="Manual admin reward"
            autoComplete="off"
            value={form.reason}
            onChange={({ target }) => type('reason', target.value)}
          />
          {/* What is wrong has its room before it is said. */}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" variant="primary" pending={ask.isPending}>
              Send Reward
            </Button>
            <div className="min-w-0 flex-1 basis-48 max-sm:min-h-10">
              {refused && (
                <p role="alert" className="text-note text-danger">
                  {refused}
                </p>
              )}
            </div>
          </div>
        </form>
        <RewardResult sent={sent} />
      </div>
      {ask.data && (
        <RewardPreview
          walletAddress={request.walletAddress}
          reason={request.reason}
          would={ask.data}
          pending={command.isPending}
          signing={command.isSigning}
          mayBeSent={command.mayBeDone(request)}
          onClose={() => {
            command.withdraw();
            ask.reset();
          }}
          onSend={() => command.mutate(request)}
        />
      )}
    </Card>
  );
}

const NO_WALLET = 'This user has no wallet yet: a reward goes to the account of a wallet.';
