import type { ProductPromise } from './promise.ts';

const TRIAL = 'api/embedded/trial.ts';
const TRIAL_TEST = 'api/embedded/trial.test.ts';

/** What ends a local trial, whose Demo wallets are for one machine alone. */
export const trial: readonly ProductPromise[] = [
  {
    id: 'trial-ends-by-a-header',
    promise: 'A trial ends when a proxy sends it something.',
    source: 'README: local trial',
    sabotage: [{ file: TRIAL, from: 'if (named !== undefined) return `the header ${named}`;', to: '' }],
    red: [[TRIAL_TEST, '%s tells of a proxy, whatever it says']],
  },
  {
    id: 'trial-ends-by-a-name',
    promise: 'A trial ends when somebody calls it by another name.',
    source: 'README: local trial',
    sabotage: [
      {
        file: TRIAL,
        from: "if (!isLoopback(hostname(headers.host ?? ''))) return `the host ${JSON.stringify(headers.host)}`;",
        to: '',
      },
    ],
    red: [[TRIAL_TEST, 'the host %j is no name of this machine']],
  },
  {
    id: 'trial-ends-by-http-1-0',
    promise: 'A trial ends when something asks as nginx does.',
    source: 'README: local trial',
    sabotage: [{ file: TRIAL, from: "if (httpVersion === '1.0') return 'HTTP/1.0';", to: '' }],
    red: [[TRIAL_TEST, 'HTTP/1.0, an address that others reach, and no address at all']],
  },
  {
    id: 'trial-ends-by-an-address',
    promise: 'A trial ends when it is asked at an address that others reach.',
    source: 'README: local trial',
    sabotage: [
      {
        file: TRIAL,
        from: 'if (address === undefined || !isLoopback(address)) return',
        to: 'if (address === undefined) return',
      },
    ],
    red: [[TRIAL_TEST, 'HTTP/1.0, an address that others reach, and no address at all']],
  },
  {
    id: 'trial-ends-by-a-site',
    promise: 'A trial ends when a browser shows it under another name.',
    source: 'README: local trial',
    sabotage: [
      {
        file: TRIAL,
        from: "headers['sec-fetch-site'] === 'same-origin' &&",
        to: "headers['sec-fetch-site'] === 'same-site' &&",
      },
    ],
    red: [[TRIAL_TEST, 'a browser that shows this site as %j came through a proxy, however that calls it']],
  },
  {
    id: 'trial-never-begins',
    promise: 'What the settings do not allow is no trial.',
    source: 'README: local trial',
    sabotage: [{ file: TRIAL, from: 'let isOn = isTrial;', to: 'let isOn = isTrial || true;' }],
    red: [[TRIAL_TEST, 'what the settings do not allow never begins']],
  },
];
