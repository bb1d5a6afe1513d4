import { describe, test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { reservation } from './reservation.ts';

const given = givenFor(reservation);
const [anna, ben] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const reserved = (userId: string) => ({ type: 'Reserved', data: { userId } }) as const;
const released = (userId: string) => ({ type: 'Released', data: { userId } }) as const;

test('the first to reserve owns it', () =>
  given().when({ type: 'Reserve', userId: anna }).then(reserved(anna)));
test('who comes later changes nothing', () =>
  given(reserved(anna)).when({ type: 'Reserve', userId: ben }).then());
test('reserving twice is one reservation', () =>
  given(reserved(anna)).when({ type: 'Reserve', userId: anna }).then());
test('only the owner releases', () => given(reserved(anna)).when({ type: 'Release', userId: ben }).then());
test('what was released can be reserved again', () =>
  given(reserved(anna), released(anna)).when({ type: 'Reserve', userId: ben }).then(reserved(ben)));

const confirmed = (userId: string) => ({ type: 'Confirmed', data: { userId } }) as const;
const ended = (userId: string, use: number) => ({ type: 'Released', data: { userId, use } }) as const;

describe('confirming', () => {
  const confirm = (userId: string) => ({ type: 'Confirm', userId }) as const;
  test('is for the owner alone', () => {
    given(reserved(anna)).when(confirm(anna)).then(confirmed(anna));
    given(reserved(anna)).when(confirm(ben)).then();
    given().when(confirm(anna)).then();
  });
  test('happens once', () => given(reserved(anna), confirmed(anna)).when(confirm(anna)).then());
  test('ends with the reservation: the next owner has confirmed nothing', () => {
    const again = [reserved(anna), confirmed(anna), released(anna), reserved(ben)];
    given(...again)
      .when(confirm(ben))
      .then(confirmed(ben));
    given(...again)
      .when({ type: 'ReleaseUnconfirmed', userId: ben })
      .then(released(ben));
  });
});

describe('releasing what was not confirmed', () => {
  const release = (userId: string) => ({ type: 'ReleaseUnconfirmed', userId }) as const;
  test('is for the owner alone', () => {
    given(reserved(anna)).when(release(anna)).then(released(anna));
    given(reserved(anna)).when(release(ben)).then();
    given().when(release(anna)).then();
  });
  test('leaves what was confirmed', () => {
    given(reserved(anna), confirmed(anna)).when(release(anna)).then();
    given(reserved(anna), confirmed(anna)).when({ type: 'Release', userId: anna }).then(released(anna));
  });
});

describe('uses of one value', () => {
  const begin = (userId: string) => ({ type: 'BeginUse', userId }) as const;
  const end = (userId: string, use: number) => ({ type: 'EndUse', userId, use }) as const;
  test('are begun by the owner as often as it likes, and by nobody else', () => {
    given().when(begin(anna)).then(reserved(anna));
    given(reserved(anna)).when(begin(anna)).then(reserved(anna));
    given(reserved(anna)).when(begin(ben)).then();
  });
  test('are ended by the owner, each once, by its number', () => {
    given(reserved(anna)).when(end(anna, 1)).then(ended(anna, 1));
    given(reserved(anna)).when(end(ben, 1)).then();
    given(reserved(anna)).when(end(anna, 2)).then();
    given(reserved(anna), reserved(anna), ended(anna, 1)).when(end(anna, 1)).then();
    given(reserved(anna), reserved(anna), ended(anna, 1)).when(end(anna, 2)).then(ended(anna, 2));
  });
  test('keep it: it goes free with the last one, and numbers are never used again', () => {
    given(reserved(anna), reserved(anna), ended(anna, 1)).when(begin(ben)).then();
    given(reserved(anna), reserved(anna), ended(anna, 1), ended(anna, 2))
      .when(begin(ben))
      .then(reserved(ben));
    given(reserved(anna), ended(anna, 1), reserved(ben)).when(end(ben, 1)).then();
    given(reserved(anna), ended(anna, 1), reserved(ben)).when(end(ben, 2)).then(ended(ben, 2));
  });
  test('that are confirmed stay so while one of them goes on', () => {
    const used = [reserved(anna), confirmed(anna), reserved(anna)];
    given(...used, ended(anna, 1))
      .when({ type: 'ReleaseUnconfirmed', userId: anna })
      .then();
    given(...used, ended(anna, 1), ended(anna, 2), reserved(anna))
      .when({ type: 'ReleaseUnconfirmed', userId: anna })
      .then(released(anna));
  });
  test('end all at once with a release that names none', () =>
    given(reserved(anna), reserved(anna), released(anna)).when(begin(ben)).then(reserved(ben)));
});
