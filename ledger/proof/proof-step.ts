/** One step of the check, in words for people. `fault` says what does not fit; undefined when all does. */
export type ProofStep = { readonly name: string; readonly shows: string; readonly fault: string | undefined };

export function step(name: string, shows: string, check: () => string | undefined): ProofStep {
  try {
    return { name, shows, fault: check() };
  } catch (error) {
    // A proof that was tampered with may not even be what the maths needs.
    return { name, shows, fault: textOf(error) };
  }
}

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
