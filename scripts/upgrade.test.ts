import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = new URL('../deploy/upgrade.sh', import.meta.url).pathname;

let folder: string;
let secrets: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evo-upgrade-'));
  secrets = join(folder, 'the secrets');
  mkdirSync(secrets);
  for (const name of ['postgres-password', 'smtp-url']) writeFileSync(join(secrets, name), 'as it was');
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * What the script says, where one API and one projector run as they would be started now, and what it has Docker do. Docker
 * is a script that answers as compose does whose `.env` says where the secrets are.
 * @param started when the containers were started
 */
async function upgrade(started: Date): Promise<{ said: string; done: readonly string[] }> {
  const [bin, log] = [join(folder, 'bin'), join(folder, 'done')];
  mkdirSync(bin);
  writeFileSync(log, '');
  const docker = join(bin, 'docker');
  writeFileSync(
    docker,
    `#!/bin/sh
case "$*" in
  'compose config --hash '*) echo "$4 hash" ;;
  'compose config --images '*) echo evo-rewards:next ;;
  'compose config') printf 'secrets:\\n  postgres-password:\\n    name: x\\n    file: %s/postgres-password\\n  smtp-url:\\n    name: y\\n    file: %s/smtp-url\\n' '${secrets}' '${secrets}' ;;
  'compose ps --all --quiet '*) printf 'projector-1\\napi-1\\n' ;;
  'compose ps --quiet '*) echo "$4-1" ;;
  'image inspect '*) echo image ;;
  'inspect '*StartedAt*) echo '${started.toISOString()}' ;;
  'inspect '*) echo 'hash image' ;;
  *) echo "$*" >> '${log}' ;;
esac
`,
  );
  chmodSync(docker, 0o755);
  const { stdout } = await promisify(execFile)('sh', [SCRIPT], {
    cwd: folder,
    env: { PATH: `${bin}:${process.env.PATH}` },
  });
  return { said: stdout, done: readFileSync(log, 'utf8').split('\n').slice(0, -1) };
}

/** Compose starts what was stopped before it makes any anew. */
const REMOVED = 'compose rm --force projector api';

test('programs that are as they would be started now stay', async () => {
  expect(await upgrade(new Date(Date.now() + 60_000))).toEqual({ said: '', done: [REMOVED, 'compose ps'] });
});

test('a secret that was written since has all begin anew, also where .env alone says where the secrets are', async () => {
  utimesSync(join(secrets, 'smtp-url'), new Date(0), new Date(0));
  const { said, done } = await upgrade(new Date(Date.now() - 60_000));
  expect(said).toBe('projector: 1 new beside 1 old\napi: 1 new beside 1 old\n');
  expect(done).toEqual([
    REMOVED,
    expect.stringMatching(/^compose up .*--scale projector=2 .*projector$/),
    expect.stringMatching(/^compose up .*--scale api=2 .*api$/),
    ...['stop api-1', 'rm api-1', 'stop projector-1', 'rm projector-1', 'compose ps'],
  ]);
});

test('without the folder of the secrets it says so, and begins nothing', async () => {
  rmSync(secrets, { recursive: true });
  await expect(upgrade(new Date())).rejects.toThrow(`no folder of secrets at '${secrets}'`);
  expect(readFileSync(join(folder, 'done'), 'utf8')).not.toContain('compose up');
});
