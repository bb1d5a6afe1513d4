import { test } from 'vitest';
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
