import { existsSync } from 'node:fs';

// `npm run bench -- NAME …` runs `NAME.bench.ts` of this folder.
const [name, ...args] = process.argv.slice(2);
const file = new URL(`./${name}.bench.ts`, import.meta.url);

if (!name || !/^[a-z-]+$/.test(name) || !existsSync(file)) {
  console.error('usage: npm run bench -- append [rows …]');
  process.exitCode = 1;
} else {
  const { bench } = await import(file.href);
  await bench(args);
}
