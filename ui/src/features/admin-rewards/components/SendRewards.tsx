import { type SubmitEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import { sendReward } from '../../../../../contracts/api/admin.ts';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { refreshAdmin } from '../../../lib/admin/admin-queries.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useFormDraft } from '../../../lib/draft/use-draft.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { blankReward, type RewardForm, rewardFault, rewardForm } from '../model/reward-fault.ts';
import { RewardPreview } from './RewardPreview.tsx';
import { RewardRequests } from './RewardRequests.tsx';
import { RewardResult } from './RewardResult.tsx';
import { UserPicker } from './UserPicker.tsx';

type Sent = ResponseOf<typeof sendReward>;

/** The form; the server shows what it would do before it is done. */
export function SendRewards({ wallet }: { wallet: string }) {
  const [query] = useSearchParams();
  const to = query.get('to') ?? '';
  return (
    <div className="grid grid-cols-1 gap-4">
      <RewardPanel key={to} to={to} />
      <RewardRequests wallet={wallet} />
    </div>
  );
}

function RewardPanel({ to }: { to: string }) {
  const [user, setUser] = useState<AdminUser>();
  const [form, setForm, forgetDraft] = useFormDraft<RewardForm>(`reward:${to}`, blankReward(to), rewardForm);
  const [fault, setFault] = useState<string>();
  const [previewing, setPreviewing] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const request = {
    walletAddress: form.wallet.trim(),
    amount: form.amount.trim(),
    reason: form.reason.trim(),
  };

  const command = useCommand(sendReward, (answer) => {
    showToast(
      answer.above === null
        ? { ...successToasts.rewardSent, description: answer.message }
        : adminToasts.rewardAsked(answer.message),
    );
    setSent(answer);
    setPreviewing(false);
    setUser(undefined);
    setForm(blankReward(''));
    forgetDraft();
    return refreshAdmin();
  });

  function type(field: keyof RewardForm, text: string): void {
    setForm({ ...form, [field]: text });
    setFault(undefined);
    // Another wallet is no longer the one of the chosen user.
    if (field === 'wallet' && text !== user?.walletAddress) setUser(undefined);
  }

  function choose(chosen: AdminUser): void {
    setUser(chosen);
    setForm({ ...form, wallet: chosen.walletAddress ?? '' });
    setFault(chosen.walletAddress ? undefined : NO_WALLET);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = rewardFault(form);
    setFault(found);
    if (found) showError(errorToasts.rewardFailed(found));
    else setPreviewing(true);
  }

  return (
    <Card aria-labelledby="rewards-title" className="min-w-0">
      <CardHeader id="rewards-title" title="Send Rewards" />
      <div className="grid gap-6 px-5 pt-1 pb-5 lg:grid-cols-[1fr_1fr]">
        <form noValidate onSubmit={submit} className="grid content-start gap-4">
          <UserPicker
            selected={user}
            onSelect={choose}
            onClear={() => {
              setUser(undefined);
              setForm({ ...form, wallet: '' });
            }}
          />
          <Field
            label="Wallet Address"
            placeholder="0x..."
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            value={form.wallet}
            onChange={({ target }) => type('wallet', target.value)}
            className="font-mono [&_label]:font-sans"
          />
          <Field
            label="Amount (EVO)"
            placeholder="10.50"
            inputMode="decimal"
            autoComplete="off"
            maxLength={64}
            value={form.amount}
            onChange={({ target }) => type('amount', target.value)}
          />
          <Field
            label="Reason"
            placeholder="Manual admin reward"
            autoComplete="off"
            maxLength={300}
            value={form.reason}
            onChange={({ target }) => type('reason', target.value)}
          />
          {fault && (
            <p role="alert" className="text-[13px] text-danger">
              {fault}
            </p>
          )}
          <Button type="submit" variant="primary" className="justify-self-start">
            Send Reward
          </Button>
        </form>
        <RewardResult sent={sent} />
      </div>
      {previewing && (
        <RewardPreview
          request={request}
          pending={command.isPending}
          signing={command.isSigning}
          onClose={() => {
            command.withdraw();
            setPreviewing(false);
          }}
          onSend={() =>
            command.mutate(request, {
              onError: (error) => showError(errorToasts.rewardFailed(errorText(error))),
            })
          }
        />
      )}
    </Card>
  );
}

const NO_WALLET = 'This user has no wallet yet: a reward goes to the account of a wallet.';
