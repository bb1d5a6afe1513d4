import { opsCommand } from './ops-command.ts';

process.exitCode = await opsCommand(process.argv.slice(2), process.env, {
  say: (text) => console.log(text),
  tell: (text) => console.error(text),
});
