import { execFileSync } from 'node:child_process';

/** The oldest compose that understands `!reset` and `!override` in all the places where the files have them. */
const OLDEST = [2, 24, 4];

/** Why the compose files cannot be run here, in one line; undefined if they can. */
export function whyNoCompose(): string | undefined {
  const version = versionSaid(['compose', 'version', '--short']);
  if (!version) return 'no docker compose';
  if (isOlder(version)) return `docker compose ${version} is older than ${OLDEST.join('.')}`;
  return versionSaid(['version', '--format', '{{.Server.Version}}']) ? undefined : 'no Docker engine answers';
}

/** Of two versions without their suffixes. */
export function isOlder(version: string, than: readonly number[] = OLDEST): boolean {
  const numbers = version.replace(/^v/, '').split(/[.-]/).map(Number);
  for (const [place, wanted] of than.entries()) {
    const found = numbers[place] ?? 0;
    if (found !== wanted) return found < wanted;
  }
  return false;
}

function versionSaid(parameters: readonly string[]): string | undefined {
  try {
    const said = execFileSync('docker', parameters, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return said.trim() || undefined;
  } catch {
    // Not installed, without this plugin, or without an engine: each is a reason not to run.
    return undefined;
  }
}
