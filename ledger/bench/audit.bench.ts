import '../steady-heap.ts';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Audited, auditLedger } from '../audit/audit-ledger.ts';
import { writeExport } from '../audit/export/write-export.ts';
import { nodePrimitives } from '../audit/node-primitives.ts';
import { openFile } from '../audit/sources/file-source.ts';
import { hashedPagesOf } from '../audit/sources/source.ts';
import { madeSource } from '../audit/testing/made-source.ts';
import { LedgerAudit } from '../proof/audit/ledger-audit.ts';
import { sizesOr } from './asked.ts';
import { median, printTable, thousands } from './table.ts';

const SIZES = [10_000, 100_000, 1_000_000];
/** Over so many events everything goes before, and so often, until the engine has done its work on the code. */
const WARM = 100_000;
const WARM_ROUNDS = 3;

/** Where a ledger is smaller, all three go over it again in turns, until they went over so many events; medians are told. */
const LEAST_MEASURED = 100_000;

/** Pages between two looks at the memory, which cost more than a page. */
const LOOK_EVERY = 40;

export const HELP = 'npm run bench -- audit [EVENTS …]';

/**
 * `npm run bench -- audit [events …]`: how fast a ledger is audited, beside SHA-256 over the very same lines in the same
 * run, at growing sizes, and what that takes of memory. A small ledger is gone over again in turns, and
 * medians count. `hashes` is hashes, chains, tree and seals alone; `audit` all
 * rules as well. `held` is what is left of the heap once it was cleared, with all that the audit knows at its end; `heap` the most that was
 * seen, garbage included; `verify` the most that the command line took for the same file, in a process of its own. So that a machine with other work can be judged, too, the middle columns say how much of a core an event
 * takes, in microseconds: plain SHA-256, the thread that asks the rules, the thread that hashes, and what the first of the
 * three is of the slower one of the others. All went over a ledger several times before, until the engine had done its work on their code; the line
 * below the table says how fast the smallest one was audited before that, as by a command that was just started.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const sizes = sizesOr(SIZES, args, 'EVENTS');
  const folder = await mkdtemp(join(tmpdir(), 'evo-audit-bench-'));
  const table = [
    [
      ...['events', 'SHA-256/s', 'hashes/s', 'of SHA-256', 'audit/s', 'of SHA-256'],
      ...['SHA CPU', 'rules CPU', 'hash CPU', 'of CPU', 'held MB', 'heap MB', 'arrays MB', 'verify MB'],
    ],
  ];
  try {
    const smallest = Math.min(...sizes);
    const cold = await auditOnce(join(folder, 'cold.ndjson'), smallest);
    await warm(join(folder, 'warm.ndjson'));
    for (const size of sizes) {
      const file = join(folder, `${size}.ndjson`);
      await writeExport(madeSource(size), file);
      const memory = watchMemory();
      let audited: Audited | undefined;
      const rounds: Round[] = [];
      while (rounds.length * size < LEAST_MEASURED) {
        const plain = await measured(size, () => plainHashes(file));
        const hashes = await measured(size, () => proofOnly(file));
        const audit = await measured(size, async () => {
          audited = await auditLedger(await openFile(file), { onProgress: memory.look });
        });
        rounds.push({ plain, hashes, audit });
      }
      const { heap, arrays } = memory.end();
      const of = (figure: (round: Round) => number) => median(rounds.map(figure), (one) => one);
      const plain = of((round) => round.plain.rate);
      const hashes = of((round) => round.hashes.rate);
      const audit = of((round) => round.audit.rate);
      const sha = of((round) => round.plain.own);
      const rules = of((round) => round.audit.own);
      const hashing = of((round) => round.audit.others);
      const held = heldBy(audited);
      const share = (rate: number) => (rate / plain).toFixed(2);
      const rates = [thousands(plain), thousands(hashes), share(hashes), thousands(audit), share(audit)];
      const ofCpu = (sha / Math.max(rules, hashing)).toFixed(2);
      const took = [...[sha, rules, hashing].map((one) => one.toFixed(1)), ofCpu];
      table.push([
        thousands(size),
        ...rates,
        ...took,
        ...[held, heap, arrays, await verifyTakes(file)].map(thousands),
      ]);
      await rm(file);
    }
    printTable(table);
    console.log(`${thousands(smallest)} events by a program that was just started: ${thousands(cold)}/s`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Events a second. */
async function auditOnce(file: string, size: number): Promise<number> {
  await writeExport(madeSource(size), file);
  const rate = await perSecond(size, async () => void (await auditLedger(await openFile(file))));
  await rm(file);
  return rate;
}

async function warm(file: string): Promise<void> {
  await writeExport(madeSource(WARM), file);
  for (let round = 0; round < WARM_ROUNDS; round++) {
    await plainHashes(file);
    await proofOnly(file);
    await auditLedger(await openFile(file));
  }
  await rm(file);
}

/** Microseconds an event, of this thread and of all others. */
function watchCpu(events: number): () => { readonly own: number; readonly others: number } {
  const [thread, whole] = [process.threadCpuUsage(), process.cpuUsage()];
  const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / events;
  return () => {
    const own = sum(process.threadCpuUsage(thread));
    return { own, others: sum(process.cpuUsage(whole)) - own };
  };
}

/** Events a second, and microseconds of the processor an event, of this thread and of all others. */
type Measured = { readonly rate: number; readonly own: number; readonly others: number };
type Round = { readonly plain: Measured; readonly hashes: Measured; readonly audit: Measured };

async function measured(events: number, work: () => Promise<void>): Promise<Measured> {
  const cpu = watchCpu(events);
  const rate = await perSecond(events, work);
  return { rate, ...cpu() };
}

async function perSecond(events: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (events * 1000) / (performance.now() - began);
}

/** What no audit can do without. */
async function plainHashes(file: string): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file, { highWaterMark: 256 * 1024 }) }))
    hash('sha256', line);
}

async function proofOnly(file: string): Promise<void> {
  const audit = new LedgerAudit({ primitives: nodePrimitives });
  const source = await openFile(file);
  for await (const { events, digests } of hashedPagesOf(source))
    for (const [row, event] of events.entries()) audit.add(event, digests, row);
  audit.end(source.end());
}

/** The most of both that was seen, in megabytes, garbage included. */
function watchMemory() {
  let [heap, arrays, pages] = [0, 0, 0];
  const look = () => {
    pages += 1;
    if (pages % LOOK_EVERY !== 1) return;
    const usage = process.memoryUsage();
    heap = Math.max(heap, usage.heapUsed / 1e6);
    arrays = Math.max(arrays, usage.arrayBuffers / 1e6);
  };
  return { look, end: () => ({ heap, arrays }) };
}

/** The most of all memory, in megabytes, that `npm run audit -- verify` took for the file. */
async function verifyTakes(file: string): Promise<number> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const [, ...command] = String(scripts.audit).split(' ');
  const telling = `process.on('exit', () => process.stdout.write('\\n' + process.resourceUsage().maxRSS))`;
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(telling)}`,
    ...command,
    'verify',
    file,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return (Number(stdout.split('\n').at(-1)) * 1024) / 1e6;
}

const ROOT = resolve(import.meta.dirname, '../..');

/** Megabytes of the heap that are no garbage, whatever that is beside all the rest of this program. */
function heldBy(audited: Audited | undefined): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed } = process.memoryUsage();
  // Until here it could not be cleared.
  if (!audited) throw new Error('nothing was audited');
  return heapUsed / 1e6;
}
