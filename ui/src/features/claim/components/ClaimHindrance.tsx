import { claimTexts } from '../../../../../contracts/claim-messages.ts';
import { Icon } from '../../../components/ui/Icon.tsx';
import { askForQuest } from '../../../lib/dashboard/asked-quest.ts';
import type { Hindrance } from '../model/hindrance.ts';

const WHY = {
  identity: { title: claimTexts.identityTitle, why: claimTexts.identityWhy },
  held: { title: claimTexts.heldTitle, why: claimTexts.heldWhy },
} as const;

/** Why nothing can be claimed now, and the way to what is missing; `id` names it for the button that it bars. */
export function ClaimHindrance({ id, hindrance }: { readonly id: string; readonly hindrance: Hindrance }) {
  const { title, why } = WHY[hindrance];
  return (
    <div className="flex max-w-xl flex-1 basis-64 gap-2.5 text-note">
      <Icon name="alert" className="mt-px size-4.5 text-gold" />
      <div>
        <p id={id} className="text-muted">
          <strong className="font-medium text-text">{title}.</strong> {why}
        </p>
        {hindrance === 'identity' && (
          <ul className="mt-1 flex flex-wrap gap-x-5">
            <li>
              <button type="button" onClick={() => askForQuest('email')} className={LINK}>
                {claimTexts.verifyEmail}
              </button>
            </li>
            <li>
              <button type="button" onClick={() => askForQuest('connect')} className={LINK}>
                {claimTexts.connectPlatform}
              </button>
            </li>
          </ul>
        )}
      </div>
    </div>
  );
}

const LINK = 'inline-block py-1 text-accent underline underline-offset-2 hover:no-underline';
