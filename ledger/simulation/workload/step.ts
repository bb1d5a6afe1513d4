import type { Platform, TaskType } from '../../../contracts/constants.ts';

/** What a person does. People, admins, names and addresses are numbers of a small circle, so that they meet. */
export type Act =
  | { readonly kind: 'open'; readonly user: number; readonly referrer: number | undefined }
  | { readonly kind: 'rename'; readonly user: number; readonly name: number }
  | {
      readonly kind: 'connect social';
      readonly user: number;
      readonly platform: Platform;
      readonly id: number;
    }
  | { readonly kind: 'name handle'; readonly user: number; readonly platform: Platform; readonly id: number }
  | {
      readonly kind: 'verify task';
      readonly user: number;
      readonly platform: Platform;
      readonly task: TaskType;
    }
  | { readonly kind: 'sign up email'; readonly user: number; readonly email: number }
  | { readonly kind: 'sign up email alone'; readonly email: number }
  | { readonly kind: 'verify email'; readonly user: number; readonly email: number }
  | { readonly kind: 'claim'; readonly user: number }
  | { readonly kind: 'check in'; readonly user: number }
  | { readonly kind: 'join whitelist'; readonly user: number }
  | { readonly kind: 'grant'; readonly admin: number; readonly user: number; readonly amount: number }
  | { readonly kind: 'approve' | 'decline'; readonly admin: number; readonly of: string }
  | { readonly kind: 'clear'; readonly admin: number; readonly user: number }
  | { readonly kind: 'hold claims' | 'release claims'; readonly admin: number; readonly user: number }
  | { readonly kind: 'erase'; readonly user: number }
  | { readonly kind: 'undo'; readonly admin: number; readonly of: string }
  | { readonly kind: 'remove account'; readonly admin: number; readonly user: number }
  | { readonly kind: 'add admin'; readonly admin: number; readonly other: number }
  | { readonly kind: 'remove admin'; readonly other: number }
  | { readonly kind: 'add auditor' | 'remove auditor'; readonly admin: number; readonly other: number }
  | { readonly kind: 'mass clear' | 'mass reset'; readonly admin: number }
  | { readonly kind: 'mass restore'; readonly admin: number; readonly of: string }
  | { readonly kind: 'raffle'; readonly admin: number; readonly winners: number }
  | {
      readonly kind: 'pay raffle';
      readonly admin: number;
      readonly number: number;
      readonly place: number | undefined;
    }
  | { readonly kind: 'add track'; readonly admin: number; readonly track: number }
  | { readonly kind: 'remove track'; readonly admin: number; readonly track: number }
  | { readonly kind: 'export'; readonly admin: number }
  | { readonly kind: 'denial'; readonly user: number };

/** One act, and how it is sent. The key is the step's own, or an earlier step's: then with another body. */
export type Step = {
  readonly id: string;
  /** Milliseconds since the run began. */
  readonly at: number;
  readonly key: string;
  readonly act: Act;
  /** How often it is sent at the same moment. */
  readonly copies: number;
  /** How often it is sent in a row while its outcome is not known. */
  readonly tries: number;
};

/** Admins are numbers from 0 on; 0 is the super admin. */
export const SUPER_ADMIN = 0;

/** EVO that an admin sends alone. */
export const MOST_ALONE = 120;

/** In words: `s7: rename (user 3, name 0), 2 copies`. */
export function describe({ id, key, act: { kind, ...what }, copies }: Step): string {
  const details = Object.entries(what).map(([name, value]) => `${name} ${value ?? 'none'}`);
  const reuse = key === id ? '' : `, under the key of ${key}`;
  return `${id}: ${kind} (${details.join(', ')})${reuse}${copies > 1 ? `, ${copies} copies` : ''}`;
}
