/** `npm run release`: builds all files of a release into one folder (docs/release.md). */
import path from 'node:path';
import { readArguments } from '../cli/arguments.ts';
import { printProgress } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { readSigningKey } from '../release/checksums.ts';
import { buildRelease } from '../release/release.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { command } from './command.ts';

const HELP = `Builds a release of the version in package.json: JAR, npm package with the commands, sources, image, realm file, bills of
materials, licences, the changelog's section, checksums, and a signature if there is a key. docs/release.md explains how to use it.

  npm run release -- [options]

  --preview     builds one that isn't to be published, even from uncommitted files or a version without a section in the changelog;
                its version is marked: 1.2.3-preview.g0123456789
  --no-image    omits the container image, which is also omitted if no Docker daemon is running
  --output DIR  the folder to write to, emptied first; .local/release/VERSION by default
  --help        this text

Environment:
  LINKGATE_SIGNING_KEY          a file with a private Ed25519 key in PEM, which signs the checksums; without it there is no signature
  LINKGATE_SIGNING_PASSPHRASE   the passphrase of that key, if it is encrypted

Exit code: 0 done, 1 it failed or the sources can't be released, 2 wrong usage.
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
  const { version, folder, files, omitted, publicKey } = await buildRelease({
    preview: values.preview ?? false,
    image: !values['no-image'],
    log: printProgress,
    ...(values.output !== undefined && { folder: path.resolve(values.output) }),
    ...(key && { key }),
  });
  console.log([`Linkgate ${version}: ${folder}`, ...files.map((file) => `  ${file}`)].join('\n'));
  for (const line of omitted) console.log(`omitted: ${line}`);
  if (publicKey !== undefined) console.log(`signed; publish the public key elsewhere:\n${publicKey}`);
});
