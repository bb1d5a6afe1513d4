import * as z from 'zod/mini';

/** What of `npm audit --json` says which advisories apply. */
const audit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([z.string(), z.object({ url: z.string(), title: z.string(), severity: z.string() })]),
      ),
    }),
  ),
});

/** Findings that we live with: each says why, and until which day (UTC, `YYYY-MM-DD`). */
export const acceptedFindings = z.array(
  z.strictObject({
    /** As in its address: `GHSA-…`. */
    advisory: z.string().check(z.regex(/^GHSA(-[0-9a-z]{4}){3}$/)),
    reason: z.string().check(z.minLength(20)),
    until: z.iso.date(),
  }),
);
export type AcceptedFinding = z.infer<typeof acceptedFindings>[number];

export type AuditReport = {
  /** What stands against the dependencies, a line each; none is a success. */
  readonly faults: readonly string[];
  /** One line for whoever reads the run. */
  readonly summary: string;
};

/**
 * What an audit means. One that could not be made is said and is no fault: the registry in use need not offer audits.
 * @param output of `npm audit --json`
 * @param today `YYYY-MM-DD`, UTC
 */
export function auditReport(
  output: string,
  accepted: readonly AcceptedFinding[],
  today: string,
): AuditReport {
  const parsed = audit.safeParse(parseJson(output));
  if (!parsed.success) {
    return {
      faults: [],
      summary: 'npm audit could not be made: the registry in use gave no list of advisories',
    };
  }
  const found = new Map<string, string>();
  for (const [name, { via }] of Object.entries(parsed.data.vulnerabilities)) {
    for (const cause of via) {
      // A name stands for a package that is listed itself.
      if (typeof cause === 'string') continue;
      found.set(advisoryOf(cause.url), `${name}: ${cause.title} (${cause.severity}, ${cause.url})`);
    }
  }
  const live = new Map(accepted.map((one) => [one.advisory, one]));
  const faults = [...found].flatMap(([advisory, line]) => {
    const known = live.get(advisory);
    if (!known) return [line];
    return known.until < today ? [`${line}: was accepted until ${known.until} only`] : [];
  });
  const stale = accepted.filter(({ advisory }) => !found.has(advisory));
  return {
    faults: [
      ...faults,
      ...stale.map(({ advisory }) => `${advisory} is accepted and does not apply any more`),
    ],
    summary: `npm audit: ${found.size} ${found.size === 1 ? 'advisory applies' : 'advisories apply'}, ${found.size - faults.length} accepted`,
  };
}

function advisoryOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
