import type { ProductPromise } from '../promise.ts';

const AUDITORS = 'api/resources/admin-users/auditors.int.test.ts';

/** Threat 10 for those who read what admins read. */
export const auditorThreats: readonly ProductPromise[] = [
  {
    id: 'auditor-no-more',
    promise: 'Who is no auditor any more reads nothing of the admins from that event on.',
    source: 'threat 10',
    sabotage: [
      {
        file: 'ledger/admins/admins.ts',
        from: 'return { ...state, auditors: withoutHolder(state.auditors, event.data) };',
        to: 'return state;',
      },
    ],
    red: [[AUDITORS, 'the right is gone with the event that takes it: the old session and a new one']],
  },
  {
    id: 'auditors-do-nothing',
    promise: 'An auditor reads, and does nothing.',
    source: 'threat 10',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: "if (role === 'auditor' && !endpoint.forAuditors) {",
        to: "if (role === 'auditor' && !endpoint.forAuditors && !endpoint.command) {",
      },
    ],
    red: [[AUDITORS, 'is refused, and nothing happens']],
  },
];
