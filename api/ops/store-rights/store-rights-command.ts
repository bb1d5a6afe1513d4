import { readFile } from 'node:fs/promises';
import { asUser, probeRights, setDefaultRights, userOf } from '../../../ledger/event-store-rights.ts';
import { isPlain } from '../../../ledger/event-store-url.ts';
import { BadOption, typedOptions } from '../../../ledger/typed-options.ts';
import type { Config } from '../../config.ts';
import { OpsRefused } from '../ops-refused.ts';
import type { Outcome } from '../outcome.ts';
import { judgeRights } from './judge-rights.ts';

/** `store-rights [--set --as-admin FILE]` */
export async function storeRightsCommand(args: readonly string[], config: Config): Promise<Outcome> {
  const values = typedOptions(args, {
    set: { type: 'boolean', default: false },
    'as-admin': { type: 'string' },
  });
  if (!values.set && values['as-admin'] !== undefined)
    throw new BadOption('--as-admin names who gives the rights: it goes with --set, which gives them.');
  const { eventStoreUrl } = config;
  if (eventStoreUrl === undefined) {
    return { text: 'The embedded event store lets in only who has its credential.', exitCode: 0 };
  }
  const user = userOf(eventStoreUrl);
  if (values.set) await give(eventStoreUrl, user, values['as-admin']);
  const rights = await probeRights(eventStoreUrl).catch((error: unknown) => {
    throw new OpsRefused(
      `The event store does not answer: ${error instanceof Error ? error.message : error}`,
    );
  });
  const findings = judgeRights(rights, user, isPlain(eventStoreUrl));
  return {
    text: findings.map(({ state, text }) => `${state.padEnd(5)} ${text}`).join('\n'),
    exitCode: findings.some(({ state }) => state === 'fault') ? 1 : 0,
  };
}

async function give(
  eventStoreUrl: string,
  user: string | undefined,
  file: string | undefined,
): Promise<void> {
  if (user === undefined) {
    throw new OpsRefused(
      'EVENTSTORE_URL names no user: a store that asks nobody who they are has no rights to give.',
    );
  }
  if (user === 'admin' || user === 'ops') {
    throw new OpsRefused(
      `EVENTSTORE_URL names '${user}', who has all rights and keeps them. Make a user of the program's own first; docs/operations.md says how.`,
    );
  }
  if (file === undefined) {
    throw new BadOption('Name a file with user:password of an admin of the store: --as-admin FILE');
  }
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new OpsRefused(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  const [, admin, password] = /^([^:\s]+):(\S+)\s*$/.exec(text) ?? [];
  if (admin === undefined || password === undefined)
    throw new OpsRefused(`${file} is not user:password in one line.`);
  try {
    await setDefaultRights(asUser(eventStoreUrl, admin, password), user);
  } catch (error) {
    throw new OpsRefused(
      `The event store did not take the rights from '${admin}': ${error instanceof Error ? error.message : error}`,
      error,
    );
  }
}
