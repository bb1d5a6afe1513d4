/** Whether an address, or one of several in a text, names a user or a password. */
export function namesUser(text: string): boolean {
  if (/[/\\]{2}[^/\\?#\s]*@/.test(text)) return true;
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}
