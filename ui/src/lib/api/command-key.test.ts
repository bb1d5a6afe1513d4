import { expect, test } from 'vitest';
import { ApiError, NoAnswer, UnreadableAnswer } from './api-error.ts';
import { beginSending, mayBeDone, type OpenAct, settle } from './command-key.ts';

/** Forms of one page: what they send gets the keys `key 1`, `key 2` and so on. */
function page() {
  const left = new Set<string>();
  const open = Object.assign(new Map<string, OpenAct>(), {
    done: () => void left.add('all'),
    isLeft: () => left.has('all'),
  });
  let made = 0;
  const send = (input: unknown, scope = '') => beginSending(open, scope, input, () => `key ${++made}`);
  return { open, send };
}

const noAnswer = () => new NoAnswer(new Error());
const refusal = (status = 409, error = 'x') => new ApiError(status, JSON.stringify({ error, message: 'x' }));

test.each([
  ['no answer', noAnswer()],
  ['500', new ApiError(500, '')],
  ['503', new ApiError(503, '')],
  ['408', new ApiError(408, '')],
  ['429', new ApiError(429, '')],
  ['an answer that cannot be read', new UnreadableAnswer('/api/rewards/claim', 'x')],
  ['the word that nobody is signed in', refusal(401, 'NotSignedIn')],
  ['the word that another account is signed in', refusal(403, 'WalletHeaderMismatch')],
  ['the word that the page names no account', refusal(403, 'WalletHeaderMissing')],
])('after %s the same act keeps its key', (_name, error) => {
  const { send } = page();
  send({}).failed(error);
  expect(send({}).key).toBe('key 1');
});

test('after a refusal or a success the next act has its own', () => {
  const { send, open } = page();
  send({}).failed(refusal());
  const second = send({});
  expect(second.key).toBe('key 2');
  second.succeeded();
  expect(open.size).toBe(0);
  expect(send({}).key).toBe('key 3');
});

test('who has to sign in again in between goes on with the same act, in a new form, too', () => {
  const { send } = page();
  send({ amount: '5' }, 'A').failed(noAnswer());
  const second = send({ amount: '5' }, 'A');
  expect(second.key).toBe('key 1');
  second.failed(refusal(401));
  // Another account, or another amount, is another act.
  expect(send({ amount: '5' }, 'B').key).toBe('key 2');
  expect(send({ amount: '6' }, 'A').key).toBe('key 3');
  const again = send({ amount: '5' }, 'A');
  expect(again.key).toBe('key 1');
  again.succeeded();
  expect(send({ amount: '5' }, 'A').key).toBe('key 4');
});

test('a page of another account ends no act', () => {
  const { send } = page();
  send({}).failed(refusal(403, 'WalletHeaderMismatch'));
  const second = send({});
  expect(second.key).toBe('key 1');
  second.failed(refusal(403, 'NotAnAdmin'));
  expect(send({}).key).toBe('key 2');
});

test('other input is another act', () => {
  const { send } = page();
  send({ amount: '1' }).failed(noAnswer());
  expect(send({ amount: '2' }).key).toBe('key 2');
});

test('an act whose outcome is unknown keeps its key whatever becomes of another that was sent meanwhile', () => {
  const { send } = page();
  const one = send({ amount: '1' });
  const other = send({ amount: '2' });
  one.failed(noAnswer());
  other.succeeded();
  expect(send({ amount: '1' }).key).toBe('key 1');

  const third = send({ amount: '3' });
  const fourth = send({ amount: '4' });
  third.succeeded();
  fourth.failed(noAnswer());
  expect(send({ amount: '4' }).key).toBe(fourth.key);
});

test('the same, sent twice at once, is one act until both are answered', () => {
  const { send } = page();
  const [one, two] = [send({}), send({})];
  expect(two.key).toBe(one.key);
  // Given up by the person, while the other is under way.
  one.failed(new Error('withdrawn'));
  one.failed(new Error('withdrawn'));
  expect(send({}).key).toBe('key 1');
  two.failed(noAnswer());
  expect(send({}).key).toBe('key 1');
});

test('a success ends the act, however the same that was sent beside it ends', () => {
  const { send } = page();
  const [one, two] = [send({}), send({})];
  one.succeeded();
  two.failed(noAnswer());
  const next = send({});
  expect(next.key).toBe('key 2');
  two.succeeded();
  next.failed(noAnswer());
  expect(send({}).key).toBe('key 2');
});

test('a signature that was refused ends an act of which nothing was sent, and none that may have been applied', () => {
  const { send } = page();
  send({}).failed(new Error('the wallet refused'));
  const second = send({});
  expect(second.key).toBe('key 2');
  second.failed(noAnswer());
  send({}).failed(new Error('the wallet refused'));
  expect(send({}).key).toBe('key 2');
});

test('who sends an act again after another was done is told when it had been done before', () => {
  const { send } = page();
  const act = { name: 'Ada' };
  expect(send(act).isLate).toBe(false);
  send(act).failed(noAnswer());
  expect(send(act).isLate).toBe(false);
  const other = send({ name: 'Bob' });
  expect(other.isLate).toBe(false);
  other.succeeded();
  const again = send(act);
  expect([again.key, again.isLate]).toEqual(['key 1', true]);
  again.succeeded();
  // Another one now, of which nobody has heard before.
  expect(send(act)).toMatchObject({ key: 'key 3', isLate: false });
});

test('an act may be done from its first lost answer on until it is known', () => {
  const { send, open } = page();
  const act = { amount: '1' };
  const first = send(act);
  expect(mayBeDone(open, '', act)).toBe(false);
  first.failed(noAnswer());
  expect(mayBeDone(open, '', act)).toBe(true);
  expect(mayBeDone(open, '', { amount: '2' })).toBe(false);
  expect(mayBeDone(open, 'another', act)).toBe(false);
  send(act).succeeded();
  expect(mayBeDone(open, '', act)).toBe(false);
});

test('who is over a limit has done nothing, and is not told that it may be done; what was sent before may be', () => {
  const { send, open } = page();
  const act = { amount: '1' };
  const limited = new ApiError(429, '');
  send(act).failed(limited);
  expect(mayBeDone(open, '', act)).toBe(false);
  send(act).failed(noAnswer());
  send(act).failed(limited);
  expect(mayBeDone(open, '', act)).toBe(true);
  expect(send(act).key).toBe('key 1');
});

test('what is known to be done without an answer is over: the same is another act, and a late word of it changes nothing', () => {
  const { send, open } = page();
  send({}).failed(noAnswer());
  const slow = send({});
  settle(open, '', {});
  expect(mayBeDone(open, '', {})).toBe(false);
  const next = send({});
  expect(next).toMatchObject({ key: 'key 2', isLate: false });
  slow.succeeded();
  expect(send({}).key).toBe('key 2');
});
