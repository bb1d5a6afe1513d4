import { REFERRAL_FRIEND_BONUS, WELCOME_BONUS } from '../../../../contracts/constants.ts';
import { shellTexts } from '../../../../contracts/shell-messages.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Icon, type IconName } from '../../components/ui/Icon.tsx';
import { Money } from '../../components/ui/Money.tsx';
import { rememberedReferrer } from '../../lib/referral/referrer.ts';
import { useIsTakenOver } from '../../lib/use-is-taken-over.ts';
import { openConnectDialog } from '../../lib/wallet/connect-dialog.ts';
import { useWallet } from '../../lib/wallet/use-wallet.ts';

/** What a visitor sees before a wallet is connected. */
export function LaunchPrompt() {
  const { attempt } = useWallet();
  const isInvited = useIsTakenOver() && rememberedReferrer() !== undefined;
  return (
    <div className="mx-auto flex max-w-3xl flex-col items-center pt-10 text-center sm:pt-20">
      <p className="flex items-center gap-2 rounded-full border border-line bg-surface-1 px-3.5 py-1.5 text-note text-muted">
        <span>New here? You start with</span>
        <Money amount={WELCOME_BONUS} decimals={0} tone="gold" className="font-medium" />
      </p>
      <h1 className="mt-6 text-4xl leading-[1.08] font-semibold tracking-[-0.035em] text-balance sm:text-6xl">
        {shellTexts.launchPrompt}
      </h1>
      <p className="mt-5 max-w-xl text-base text-balance text-muted sm:text-lg">
        Connect a wallet, earn EVO for what you do in the community, and claim it when you like.
      </p>
      <Button
        variant="primary"
        size="lg"
        className="mt-8"
        pending={attempt !== null}
        onClick={openConnectDialog}
      >
        Connect Wallet
      </Button>
      {/* There before it has a text, which comes with the program: nothing moves for it. */}
      <p className="flex min-h-16 items-center text-sm text-accent">
        {isInvited &&
          `A friend invited you: ${REFERRAL_FRIEND_BONUS} EVO more once you have done your first task.`}
      </p>
      <ul className="grid w-full gap-3 text-left sm:grid-cols-3">
        {reasons.map(({ icon, title, text }) => (
          <li key={title}>
            <Card className="h-full p-5">
              <Icon name={icon} className="text-accent" />
              <h2 className="mt-4 text-lead font-semibold">{title}</h2>
              <p className="mt-1 text-note text-muted">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Reason = { readonly icon: IconName; readonly title: string; readonly text: string };

const reasons: readonly Reason[] = [
  {
    icon: 'wallet',
    title: 'One signature, no password',
    text: 'Your wallet signs a short text to prove that it is yours. It costs nothing.',
  },
  {
    icon: 'ledger',
    title: 'A ledger that only grows',
    text: 'Every grant and claim is a permanent event. Nothing else can change a balance.',
  },
  {
    icon: 'trophy',
    title: 'A standing to climb',
    text: 'Levels and a leaderboard are computed from the same events as your balance.',
  },
];
