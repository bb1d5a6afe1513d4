/**
 * What a program that a test starts has of the test's own environment: where programs are found, and, within a run of
 * all tests, what was compiled before. Nothing of the settings of whoever runs the tests.
 */
export function programEnvironment(): { readonly PATH?: string; readonly NODE_COMPILE_CACHE?: string } {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { ...(PATH && { PATH }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
