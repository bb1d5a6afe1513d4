import { writeFileSync } from 'node:fs';
import { runCommand, typedOptions } from '../ledger/typed-options.ts';
import { digestOf, PARTS } from '../projector/versions/digest.ts';
import { readVersions, schemaOf, VERSIONS_FILE } from '../projector/versions/versions.ts';

const USAGE = `npm run read-models                  gives every part whose code has changed a new number
npm run read-models -- --same-rows   notes the code under the old numbers: only where no row comes out different`;

/** After a change of a projection: the read models get a schema of their own, which the next release builds. */
function main(): void {
  const values = typedOptions(process.argv.slice(2), {
    'same-rows': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const known = readVersions();
  const versions = Object.fromEntries(
    Object.keys(PARTS).map((part) => {
      const { version, digest } = known[part] ?? { version: 0, digest: '' };
      const now = digestOf(part);
      const isRaised = version === 0 || (now !== digest && !values['same-rows']);
      if (now !== digest)
        console.log(`${part}: ${isRaised ? `${version} -> ${version + 1}` : `${version}, new code`}`);
      return [part, { version: isRaised ? version + 1 : version, digest: now }];
    }),
  );
  writeFileSync(VERSIONS_FILE, `${JSON.stringify(versions, null, 2)}\n`);
  console.log(schemaOf(versions));
}

await runCommand('read-models', main);
