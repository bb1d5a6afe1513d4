import { expect, test, vi } from 'vitest';
import { showError, showNotice, showToast, toasts } from './toast.ts';

test('a notice has a title, a description, and an action where there is something to do', () => {
  const run = vi.fn();
  showToast({ title: 'Saved', description: 'All of it', action: { label: 'Undo', altText: 'Undo it', run } });
  const [shown] = toasts.list();
  expect(shown).toMatchObject({
    title: 'Saved',
    description: 'All of it',
    open: true,
    action: { label: 'Undo' },
  });
  expect(shown).not.toHaveProperty('variant');
  shown?.action?.run();
  expect(run).toHaveBeenCalledOnce();
});

test('what went wrong is destructive, what is only said is neither', () => {
  showError({ title: 'Reward Failed' });
  expect(toasts.list()).toMatchObject([{ title: 'Reward Failed', variant: 'destructive' }]);
  showNotice({ title: 'Coming Soon' });
  expect(toasts.list()).toMatchObject([{ title: 'Coming Soon', isNotice: true }]);
  expect(toasts.list()[0]?.variant).toBeUndefined();
});
