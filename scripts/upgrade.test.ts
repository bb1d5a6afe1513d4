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

type Programs = {
  /** When those that run were started. */
  readonly started: Date;
  /** What they say of their health, and what those do that are begun beside them: one that starts is well when it is asked again. */
  readonly old?: 'healthy' | 'unhealthy';
  readonly fresh?: 'starting' | 'healthy' | 'unhealthy';
  /** Seconds for these to get well. */
  readonly patience?: number;
};

/**
 * What the script says, where one API and one projector run as they would be started now, and what it has Docker do. Docker
 * is a script that answers as compose does whose `.env` says where the secrets are, and has a file for each container.
 */
async function upgrade({
  started,
  old = 'healthy',
  fresh = 'healthy',
  patience = 900,
}: Programs): Promise<{ said: string; done: readonly string[] }> {
  const [bin, containers, log] = [join(folder, 'bin'), join(folder, 'containers'), join(folder, 'done')];
  mkdirSync(bin);
  mkdirSync(containers);
  for (const name of ['projector-1', 'api-1']) writeFileSync(join(containers, name), `${old}\n`);
  writeFileSync(log, '');
  const docker = join(bin, 'docker');
  writeFileSync(
    docker,
    `#!/bin/sh
cd '${containers}'
case "$*" in
  'compose config --hash '*) echo "$4 hash" ;;
  'compose config --images '*) echo evo-rewards:next ;;
  'compose config') printf 'secrets:\\n  postgres-password:\\n    name: x\\n    file: %s/postgres-password\\n  smtp-url:\\n    name: y\\n    file: %s/smtp-url\\n' '${secrets}' '${secrets}' ;;
  'compose ps --all --quiet projector api') ls ;;
  'compose ps --all --quiet '*) ls "$5"-* ;;
  'compose ps --quiet '*) ls "$4"-* ;;
  'image inspect '*) echo image ;;
  'inspect '*StartedAt*) echo '${started.toISOString()}' ;;
  'inspect '*Health*) cat "$4" && sed -i s/starting/healthy/ "$4" ;;
  'inspect '*) echo 'hash image' ;;
  *) echo "$*" >> '${log}' ;;
esac
case "$*" in 'compose up '*)
  for each; do service=$each; done
  echo ${fresh} > "$service-2"
  # Compose waits for all of a service, and gives up where one is not well.
  case "$*" in *--wait*) ! grep -qx unhealthy "$service"-* ;; esac ;;
esac
`,
  );
  chmodSync(docker, 0o755);
  const { stdout } = await promisify(execFile)('sh', [SCRIPT], {
    cwd: folder,
    env: { PATH: `${bin}:${process.env.PATH}`, PATIENCE_SECONDS: String(patience) },
  });
  return { said: stdout, done: doneByDocker() };
}

const doneByDocker = (): string[] => readFileSync(join(folder, 'done'), 'utf8').split('\n').slice(0, -1);

/** Compose starts what was stopped before it makes any anew. */
const REMOVED = 'compose rm --force projector api';

/** Before the secrets were written. */
const longAgo = () => new Date(Date.now() - 60_000);

const begun = (service: string) =>
  expect.stringMatching(new RegExp(`^compose up .*--scale ${service}=2 .*${service}$`));

test('programs that are as they would be started now stay', async () => {
  const started = new Date(Date.now() + 60_000);
  expect(await upgrade({ started })).toEqual({ said: '', done: [REMOVED, 'compose ps'] });
});

test('a secret that was written since has all begin anew, also where .env alone says where the secrets are', async () => {
  utimesSync(join(secrets, 'smtp-url'), new Date(0), new Date(0));
  const { said, done } = await upgrade({ started: longAgo() });
  expect(said).toBe('projector: 1 new beside 1 old\napi: 1 new beside 1 old\n');
  expect(done).toEqual([
    REMOVED,
    ...[begun('projector'), begun('api')],
    ...['stop api-1', 'rm api-1', 'stop projector-1', 'rm projector-1', 'compose ps'],
  ]);
});

test('programs that are not well are no reason to keep those that mend them', async () => {
  expect((await upgrade({ started: longAgo(), old: 'unhealthy', fresh: 'starting' })).done).toEqual([
    ...[REMOVED, begun('projector'), begun('api')],
    ...['stop api-1', 'rm api-1', 'stop projector-1', 'rm projector-1', 'compose ps'],
  ]);
});

test.each([
  ['say that they are not well', { fresh: 'unhealthy' }],
  ['do not get well in time', { fresh: 'starting', patience: 0 }],
] as const)('programs that %s go again, and those of before stay', async (_, ill) => {
  await expect(upgrade({ started: longAgo(), ...ill })).rejects.toThrow('what ran before goes on');
  expect(doneByDocker()).toEqual([
    ...[REMOVED, begun('projector')],
    ...['logs --tail 20 projector-2', 'rm --force projector-2'],
  ]);
});

test('without the folder of the secrets it says so, and begins nothing', async () => {
  rmSync(secrets, { recursive: true });
  await expect(upgrade({ started: new Date() })).rejects.toThrow(`no folder of secrets at '${secrets}'`);
  expect(doneByDocker().join()).not.toContain('compose up');
});
