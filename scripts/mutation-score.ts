import * as z from 'zod';

/** A report as mutation testing tools write it (mutation-testing-report-schema 2): what of it is read here. */
const report = z.object({
  files: z.record(
    z.string(),
    z.object({
      mutants: z.array(
        z.object({
          status: z.string(),
          mutatorName: z.string(),
          replacement: z.optional(z.string()),
          location: z.object({ start: z.object({ line: z.int() }) }),
        }),
      ),
    }),
  ),
});

/** What a test noticed, by failing or by never ending. */
const NOTICED = new Set(['Killed', 'Timeout', 'RuntimeError']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

export type Score = {
  readonly noticed: number;
  readonly all: number;
  /** Marked in the code as no change that anybody could see, or made at loading time. */
  readonly equivalent: number;
};

/** @throws ZodError for what is no report */
export function scoreOf(result: unknown): Score {
  const statuses = Object.values(report.parse(result).files).flatMap(({ mutants }) =>
    mutants.map(({ status }) => status),
  );
  const noticed = statuses.filter((status) => NOTICED.has(status)).length;
  const unnoticed = statuses.filter((status) => UNNOTICED.has(status)).length;
  const equivalent = statuses.filter((status) => status === 'Ignored').length;
  return { noticed, all: noticed + unnoticed, equivalent };
}

export type Survivor = { readonly file: string; readonly line: number; readonly change: string };

/** In the order of the files and their lines. */
export function survivorsOf(result: unknown): Survivor[] {
  return Object.entries(report.parse(result).files)
    .flatMap(([file, { mutants }]) =>
      mutants
        .filter(({ status }) => UNNOTICED.has(status))
        .map(({ mutatorName, replacement = '', location }) => ({
          file,
          line: location.start.line,
          change: `${mutatorName} ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`.trim(),
        })),
    )
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}
