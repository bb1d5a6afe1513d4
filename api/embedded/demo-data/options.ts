import { BadOption, typedNumber, typedOptions } from '../../../ledger/typed-options.ts';

/**
 * What was typed behind `npm run demo --`; undefined where it asks for help.
 * @throws BadOption
 */
export function readOptions(args: readonly string[]) {
  const values = typedOptions(args, {
    users: { type: 'string', default: '2000' },
    days: { type: 'string', default: '365' },
    seed: { type: 'string', default: 'evo' },
    until: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    activity: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return undefined;
  const users = typedNumber('users', values.users, 1, 1_000_000);
  const days = typedNumber('days', values.days, 1, 3_650);
  const activity = values.activity.trim() === '' ? Number.NaN : Number(values.activity);
  if (!(activity >= 0 && activity <= 1)) throw new BadOption('--activity is a number from 0 to 1');
  const until = Date.parse(`${values.until}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(values.until) || Number.isNaN(until)) {
    throw new BadOption('--until is a day, YYYY-MM-DD');
  }
  // Whole days that are over: nothing may happen in the future.
  const from = new Date(until - days * 24 * 3_600_000).toISOString().slice(0, 10);
  return { seed: values.seed, users, days, activity, from };
}
