import { BadOption, typedOptions } from '../../../ledger/typed-options.ts';

/** What was typed cannot be used, or the ledger cannot be filled; the message says what to do. */
export class CannotFill extends Error {}

/** What was typed behind `npm run demo --`; undefined where it asks for help. */
export function readOptions(args: readonly string[]) {
  const values = typed(args);
  if (values.help) return undefined;
  const users = wholeNumber('users', values.users, 1_000_000);
  const days = wholeNumber('days', values.days, 3_650);
  const activity = Number(values.activity);
  if (!(activity >= 0 && activity <= 1)) throw new CannotFill('--activity is a number from 0 to 1');
  const until = Date.parse(`${values.until}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(values.until) || Number.isNaN(until)) {
    throw new CannotFill('--until is a day, YYYY-MM-DD');
  }
  // Whole days that are over: nothing may happen in the future.
  const from = new Date(until - days * 24 * 3_600_000).toISOString().slice(0, 10);
  return { seed: values.seed, users, days, activity, from };
}

function typed(args: readonly string[]) {
  try {
    return typedOptions(args, {
      users: { type: 'string', default: '2000' },
      days: { type: 'string', default: '365' },
      seed: { type: 'string', default: 'evo' },
      until: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      activity: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    });
  } catch (fault) {
    if (!(fault instanceof BadOption)) throw fault;
    throw new CannotFill(fault.message);
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new CannotFill(`--${name} is a whole number from 1 to ${most}`);
  }
  return value;
}
