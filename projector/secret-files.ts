import { readFileSync } from 'node:fs';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The variables with what stands in files: `SMTP_URL_FILE=/run/secrets/smtp-url` is `SMTP_URL` with the text of that
 * file. Whoever inspects a container sees its variables, and not its files.
 * @param names of the variables that may be given so
 * @returns `faults` in words, of files that cannot be read and of what is given twice
 */
export function readSecretFiles(
  variables: Variables,
  names: readonly string[],
): { readonly values: Variables; readonly faults: readonly string[] } {
  const found: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of names) {
    const file = variables[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    if (variables[name]) {
      faults.push(`${name}_FILE: ${name} is set too; leave one of them out`);
      continue;
    }
    try {
      // Editors and `echo` end a file with a line feed, which is no part of any secret.
      const text = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
      // As an empty variable, an empty file is a setting that is not set.
      if (text !== '') found[name] = text;
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error;
      faults.push(`${name}_FILE: ${file} cannot be read (${String(reason)})`);
    }
  }
  return { values: { ...variables, ...found }, faults };
}

/** The address with the password in it, unless it has one: any characters may stand in the password. */
export function withPassword(url: string, password: string | undefined): string {
  if (!password || !URL.canParse(url)) return url;
  const address = new URL(url);
  if (address.password !== '' || address.searchParams.has('password')) return url;
  address.password = encodeURIComponent(password);
  // That of a socket has no host, and a URL without one takes no password but as a parameter.
  if (address.password === '') address.searchParams.set('password', password);
  return address.href;
}
