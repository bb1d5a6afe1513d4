import { BadOption, typedOptions } from '../typed-options.ts';
import { FAULTS, faultNamed } from './faults/all.ts';
import { WEAKNESSES } from './world/luck.ts';

/**
 * What was typed behind `npm run simulate --`; undefined where it asks for help. `from` and `to` are alike for one seed.
 * @throws BadOption
 */
export function readOptions(args: readonly string[]) {
  const values = typedOptions(args, {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '80' },
    fault: { type: 'string' },
    weakness: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return undefined;
  const { seed = '1', seeds, steps, fault, weakness } = values;
  const unknown = weakness.find((name) => !WEAKNESSES.some((known) => known === name));
  if (unknown !== undefined) {
    throw new BadOption(`There is no weakness ${unknown}; there are ${WEAKNESSES.join(', ')}`);
  }
  if (fault !== undefined && !FAULTS.some(({ name }) => name === fault)) {
    throw new BadOption(`There is no fault ${fault}; there are ${FAULTS.map(({ name }) => name).join(', ')}`);
  }
  return {
    seed: wholeNumber('--seed', seed),
    seeds: seeds === undefined ? undefined : rangeOf(seeds),
    steps: wholeNumber('--steps', steps),
    fault,
    broken: fault === undefined ? undefined : faultNamed(fault),
    weaknesses: WEAKNESSES.filter((name) => weakness.includes(name)),
  };
}

function rangeOf(text: string): { readonly from: number; readonly to: number } {
  const [, from, to] = /^(\d{1,15})\.\.(\d{1,15})$/.exec(text) ?? [];
  if (from === undefined || to === undefined || Number(from) > Number(to)) {
    throw new BadOption('--seeds is A..B, two whole numbers of which the second is not the smaller one');
  }
  return { from: Number(from), to: Number(to) };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new BadOption(`${name} is a whole number`);
  return Number(text);
}
