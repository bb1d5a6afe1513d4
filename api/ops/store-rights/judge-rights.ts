import { rightsTooMany, type StoreRights } from '../../../ledger/event-store-rights.ts';
import type { Finding } from '../doctor/finding.ts';

const SET = 'npm run ops -- store-rights --set --as-admin FILE';

/** Where nobody is asked who they are, no right can be given or taken. */
const APART = 'Keep it in a network of its own, or use TLS and users.';

/**
 * What the rights of the program's user mean for it.
 * @param isPlain whether the address leads to a store without TLS
 */
export function judgeRights(
  rights: StoreRights,
  user: string | undefined,
  isPlain: boolean,
): readonly Finding[] {
  const who =
    user === undefined ? 'Everybody who reaches the event store' : `The event store's user '${user}'`;
  const needed = [
    { has: rights.readAll, to: 'read $all', without: 'nothing that is written would ever be seen' },
    { has: rights.readStreams, to: 'read streams', without: 'no command could be decided' },
    { has: rights.append, to: 'append to streams', without: 'every command would be refused' },
  ].map(({ has, to, without }): Finding => {
    if (has) return { name: 'store-rights', state: 'ok', text: `${who} may ${to}.` };
    if (has === undefined)
      return { name: 'store-rights', state: 'warn', text: `Whether ${who} may ${to} could not be seen.` };
    return { name: 'store-rights', state: 'fault', text: `${who} may not ${to}: ${without}. ${SET}` };
  });
  const able = rightsTooMany(rights).join(', ');
  const excess: Finding[] =
    able === ''
      ? []
      : [
          {
            name: 'store-rights',
            state: 'warn',
            text: `${who} may ${able}. The program never does. ${remedy(user, isPlain)}`,
          },
        ];
  return [...needed, ...excess, ...userFindings(user)];
}

/** @see https://docs.kurrent.io/server/v24.10/security/protocol-security.html: without TLS there are no users either */
function remedy(user: string | undefined, isPlain: boolean): string {
  if (user === undefined) return APART;
  return isPlain
    ? `An EventStoreDB without TLS asks nobody who they are, whatever user its address names. ${APART}`
    : SET;
}

function userFindings(user: string | undefined): Finding[] {
  if (user === undefined) {
    return [
      {
        name: 'store-rights',
        state: 'warn',
        text: `EVENTSTORE_URL names no user: whoever reaches the port of the event store may write rewards. ${APART}`,
      },
    ];
  }
  if (user !== 'admin' && user !== 'ops') return [];
  return [
    {
      name: 'store-rights',
      state: 'warn',
      text: `EVENTSTORE_URL names '${user}', who may do anything: make a user of the program's own, and give it its rights (${SET}).`,
    },
  ];
}
