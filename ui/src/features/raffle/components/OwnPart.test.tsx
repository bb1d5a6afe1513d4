import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { afterAll, expect, test, vi } from 'vitest';
import { rendered } from '../../../lib/api/testing/rendered.ts';

const { account } = vi.hoisted(() => ({ account: { userId: '' } }));
// A page of its own: the wallet looks for those of a browser.
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
vi.mock('../../../lib/session/session.ts', () => ({
  useSession: () => ({ status: 'signedIn', session: { ...account } }),
}));
// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { OwnPart } = await import('./RaffleChecks.tsx');

afterAll(() => void vi.resetModules());

/** The entry that is drawn for who is signed in. */
function entryOf(userId: string): ReactElement | undefined {
  account.userId = userId;
  let part: ReactNode;
  rendered(() => {
    part = OwnPart({ raffleId: 'one raffle' });
    return null;
  });
  return elementsIn(part).find(({ props }) => Reflect.get(Object(props), 'userId') === userId);
}

function elementsIn(node: ReactNode): readonly ReactElement[] {
  return Children.toArray(node)
    .filter((one) => isValidElement<{ children?: ReactNode }>(one))
    .flatMap((one) => [one, ...elementsIn(one.props.children)]);
}

test('what one account has checked of its entry does not stand there for the next one that signs in', () => {
  const [own, again, others] = [entryOf('ada'), entryOf('ada'), entryOf('eve')];
  expect(own?.key).toBeDefined();
  expect(again?.key).toBe(own?.key);
  expect(others?.key).not.toBe(own?.key);
});
