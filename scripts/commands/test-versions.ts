/** `node scripts/run.mjs test-versions.ts`: runs every integration test on each version of Keycloak. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describeCommit } from '../build/commit.ts';
import { ROOT } from '../build/root.ts';
import { readArguments } from '../cli/arguments.ts';
import { writeDocument } from '../cli/document.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { TESTED_VERSIONS } from '../server/version.ts';
import { PROOF_FILE } from '../test/proof.ts';
import { type Counts, withVersionsTable } from '../versions/table.ts';
import { command } from './command.ts';

const PROGRAM = path.join(import.meta.dirname, 'test-version.ts');
const HELP = `Runs every integration test on one version of Keycloak after another.

  node scripts/run.mjs test-versions.ts [--write] [VERSION…]

  VERSION           such as 26.6.4; without one ${TESTED_VERSIONS.join(', ')}. Each is about 180 MB, downloaded once
  --write           also writes their rows into the table in ${PROOF_FILE}
  --help            this text

Exit code: 0 all passed, 1 a test failed, 2 wrong usage.
`;

await command(async () => {
  const { values, positionals } = readArguments({ write: { type: 'boolean' }, help: { type: 'boolean' } });
  if (values.help) return void process.stdout.write(HELP);
  const unknown = positionals.find((version) => !TESTED_VERSIONS.some((tested) => tested === version));
  if (values.write && unknown !== undefined) throw new WrongUsage(`--write: ${unknown} isn't in the table`);
  const commit = await describeCommit();
  const counts: Counts[] = [];
  for (const version of positionals.length > 0 ? positionals : TESTED_VERSIONS)
    counts.push(await testOn(version));
  for (const { version, passed, failed } of counts)
    console.log(`Keycloak ${version}: ${passed} passed, ${failed} failed`);
  if (values.write) {
    const text = await readFile(path.join(ROOT, PROOF_FILE), 'utf8');
    await writeDocument(PROOF_FILE, withVersionsTable(text, TESTED_VERSIONS, counts, commit));
  }
  if (counts.some(({ passed, failed }) => failed > 0 || passed === 0)) throw new Failure('Tests failed.');
});

/** Runs the tests on one version, and returns the counts. */
async function testOn(version: string): Promise<Counts> {
  console.log(`Keycloak ${version}`);
  const { tail } = await runChild({
    command: process.execPath,
    args: [PROGRAM],
    cwd: ROOT,
    env: { ...process.env, LINKGATE_KEYCLOAK_VERSION: version },
    output: console.log,
  });
  // A completed run prints the counts at the end; a line about failures may follow.
  const found = tail.map((line) => /^(\d+) passed, (\d+) failed$/.exec(line)).find((one) => one !== null);
  return { version, passed: Number(found?.[1] ?? 0), failed: Number(found?.[2] ?? 0) };
}
