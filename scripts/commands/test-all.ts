/** `npm run test:all`: every test that there is, part by part, with a record of what passed at which commit in docs/proof.md. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describeCommit, isUnchangedSince } from '../build/commit.ts';
import { ROOT } from '../build/root.ts';
import { readArguments } from '../cli/arguments.ts';
import { writeDocument } from '../cli/document.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { writeFace } from '../face/readme.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { PARTS, type Part } from '../test/parts.ts';
import { type Outcome, PROOF_FILE, parseOutcomes, withOutcomes } from '../test/proof.ts';
import { command } from './command.ts';

const MILLIS_PER_MINUTE = 60_000;

const HELP = `Runs every test that there is, part by part, and records in ${PROOF_FILE} what passed at which commit.
A part that passed isn't run again until something other than a document changes: an interrupted run continues where it was.

  npm run test:all -- [options] [PART…]

  PART              only these parts, even if they passed; without one, all that didn't pass yet:
${PARTS.map(({ name, proves, needs }) => `                      ${name.padEnd(12)} ${proves}${needs === undefined ? '' : ` (needs ${needs})`}`).join('\n')}
  --help            this text

Exit code: 0 all passed, 1 a part failed, 2 wrong usage.
`;

await command(async () => {
  const { values, positionals } = readArguments({ help: { type: 'boolean' } });
  if (values.help) return void process.stdout.write(HELP);
  const unknown = positionals.find((name) => PARTS.every((part) => part.name !== name));
  if (unknown !== undefined) throw new WrongUsage(`${unknown}: there is no such part (see --help)`);

  const readPage = () => readFile(path.join(ROOT, PROOF_FILE), 'utf8');
  let outcomes = parseOutcomes(await readPage());
  const failed: string[] = [];
  for (const part of PARTS) {
    const named = positionals.includes(part.name);
    if (positionals.length > 0 && !named) continue;
    const before = outcomes.find((outcome) => outcome.part === part.name);
    if (!named && before?.passed && (await isUnchangedSince(before.commit))) {
      console.log(`${part.name}: passed before, and only documents changed since`);
      continue;
    }
    const outcome = await runPart(part);
    console.log(`${part.name}: ${outcome.result}, ${outcome.minutes} min`);
    if (!outcome.passed) failed.push(part.name);
    outcomes = [...outcomes.filter((other) => other.part !== part.name), outcome];
    await writeDocument(PROOF_FILE, withOutcomes(await readPage(), outcomes));
    await writeFace();
  }
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(', ')}`);
});

/** Runs a part to completion and reports its result. */
async function runPart({ name, command: [file, ...args] }: Part): Promise<Outcome> {
  console.log(`${name}: started`);
  const [commit, startedAt] = [await describeCommit(), Date.now()];
  const counts: string[] = [];
  const { code } = await runChild({
    command: process.execPath,
    args: [path.join(import.meta.dirname, file), ...args],
    cwd: ROOT,
    // A missing requirement of a part is a failure.
    env: { ...process.env, CI: 'true' },
    output: (line) => {
      console.log(line);
      if (/^(Keycloak \S+: )?\d+ passed, \d+ failed$/.test(line)) counts.push(line);
    },
  });
  return {
    part: name,
    result: counts.length > 0 ? counts.join('; ') : `exited with code ${code}`,
    passed: code === 0,
    commit,
    date: new Date(startedAt).toISOString().slice(0, 'YYYY-MM-DD'.length),
    minutes: Math.ceil((Date.now() - startedAt) / MILLIS_PER_MINUTE),
  };
}
