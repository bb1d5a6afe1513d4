import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { acceptedFindings, auditReport } from './advisory-report.ts';

const advisory = 'GHSA-aaaa-bbbb-cccc';
const via = [{ url: `https://github.com/advisories/${advisory}`, title: 'Reads too much', severity: 'high' }];
const found = JSON.stringify({ vulnerabilities: { left: { via }, right: { via: ['left'] } } });
const accepted = [{ advisory, reason: 'The function at fault is never called here.', until: '2026-03-01' }];

test('a finding is a fault, once for its package', () => {
  const { faults, summary } = auditReport(found, [], '2026-02-01');
  expect(faults).toEqual([`left: Reads too much (high, https://github.com/advisories/${advisory})`]);
  expect(summary).toBe('npm audit: 1 advisory applies, 0 accepted');
});

test('one that is accepted is none until its day is over', () => {
  expect(auditReport(found, accepted, '2026-03-01')).toEqual({
    faults: [],
    summary: 'npm audit: 1 advisory applies, 1 accepted',
  });
  expect(auditReport(found, accepted, '2026-03-02').faults).toEqual([
    expect.stringContaining('was accepted until 2026-03-01 only'),
  ]);
});

test('an acceptance that nothing needs any more is to be taken away', () => {
  const none = JSON.stringify({ vulnerabilities: {} });
  expect(auditReport(none, accepted, '2026-02-01').faults).toHaveLength(1);
  expect(auditReport(none, [], '2026-02-01').faults).toEqual([]);
});

test.each(['', 'not json', '{"message":"405 Method Not Allowed","error":{"summary":""}}'])(
  'an audit that was not made is said and is no fault: %j',
  (output) => {
    const { faults, summary } = auditReport(output, accepted, '2026-02-01');
    expect(faults).toEqual([]);
    expect(summary).toMatch(/could not be made/);
  },
);

test('what is accepted has its reason and its day', async () => {
  const file = new URL('../advisories-accepted.json', import.meta.url);
  expect(acceptedFindings.safeParse(JSON.parse(await readFile(file, 'utf8'))).success).toBe(true);
});
