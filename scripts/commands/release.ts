/** `npm run release`: makes everything that a release has, in one folder (docs/release.md). */
import path from 'node:path';
import { readArguments } from '../cli/arguments.ts';
import { printProgress } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { readSigningKey } from '../release/checksums.ts';
import { buildRelease } from '../release/release.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { command } from './command.ts';

const HELP = `Makes a release of the version in package.json: JAR, npm package with the commands, sources, image, realm file, bills of
materials, licences, the changelog's section, checksums, and a signature where there is a key. docs/release.md explains how to use it.

  npm run release -- [options]

  --preview     makes one that isn't to be published, from files that aren't committed or a version that has no section in the
                changelog yet; its version says so: 1.2.3-preview.g0123456789
  --no-image    leaves the container image out; so does a machine where no Docker daemon answers
  --output DIR  where to; emptied first. Without it .local/release/ and the version
  --help        this text

Environment:
  LINKGATE_SIGNING_KEY          a file with a private Ed25519 key in PEM, which signs the checksums; without it there is no signature
  LINKGATE_SIGNING_PASSPHRASE   of that key, where it has one

Exit code: 0 done, 1 it failed or the sources aren't fit for a release, 2 wrong usage.
`;

await command(async () => {
  const { values, positionals } = readArguments({
    preview: { type: 'boolean' },
    'no-image': { type: 'boolean' },
    output: { type: 'string' },
    help: { type: 'boolean' },
  });
  if (values.help) return void process.stdout.write(HELP);
  if (positionals.length > 0) throw new WrongUsage(`${positionals.join(' ')}: not expected`);
  const { LINKGATE_SIGNING_KEY: keyFile, LINKGATE_SIGNING_PASSPHRASE: passphrase } = process.env;
  const key = keyFile ? await readSigningKey(keyFile, passphrase || undefined) : undefined;
  await requirePrerequisites();
  const { version, folder, files, leftOut, publicKey } = await buildRelease({
    preview: values.preview ?? false,
    image: !values['no-image'],
    log: printProgress,
    ...(values.output !== undefined && { folder: path.resolve(values.output) }),
    ...(key && { key }),
  });
  console.log([`Linkgate ${version}: ${folder}`, ...files.map((file) => `  ${file}`)].join('\n'));
  for (const line of leftOut) console.log(`left out: ${line}`);
  if (publicKey !== undefined)
    console.log(`signed; the public key, which is published elsewhere:\n${publicKey}`);
});
