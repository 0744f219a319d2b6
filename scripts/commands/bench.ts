/** `npm run bench`: measures what sign-ins cost a server, compared with Keycloak's own sign-in on the same machine. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { makeAotCache } from '../bench/aot-cache.ts';
import { BenchContext } from '../bench/bench-context.ts';
import { HELP } from '../bench/help.ts';
import { readOptions, sizesOf } from '../bench/options.ts';
import { compareJars } from '../bench/parts/against.ts';
import { compareBeside } from '../bench/parts/beside.ts';
import { PARTS } from '../bench/parts/index.ts';
import { compareRestarted } from '../bench/parts/restarted.ts';
import { updatedDocument } from '../bench/report/document.ts';
import { describeMachine } from '../bench/report/machine.ts';
import { markdownReport } from '../bench/report/markdown.ts';
import { readRecord, withFindings, writeRecord } from '../bench/report/record.ts';
import { describeCommit } from '../build/commit.ts';
import { ROOT } from '../build/root.ts';
import { writeDocument } from '../cli/document.ts';
import { printProgress, printResult } from '../cli/output.ts';
import { writeFace } from '../face/readme.ts';
import { Failure } from '../failure.ts';
import { writeAtomically } from '../server/atomic-write.ts';
import { localPath } from '../server/local-folder.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { command } from './command.ts';

const RECORD_FILE = localPath('bench', 'report.json');
const REPORT_FILE = localPath('bench', 'report.md');
const DOCUMENT = 'docs/performance.md';
const FILE_MODE = 0o644;

await command(async () => {
  const args = process.argv.slice(2);
  const options = readOptions(args);
  if (options.help) return void process.stdout.write(HELP);
  if (options.against !== undefined && !existsSync(options.against))
    throw new Failure(`--against: ${options.against} doesn't exist`);
  for (const [name, file] of Object.entries(options.beside ?? {}))
    if (!existsSync(file)) throw new Failure(`--${name === 'jar' ? 'beside' : name}: ${file} doesn't exist`);
  if (options.java !== undefined) process.env.JAVA_HOME = options.java;
  await requirePrerequisites();
  const context = new BenchContext(options, printProgress);
  try {
    const compared = await compare(context);
    if (compared === undefined) await measure(context, args);
    else printResult(options.json, compared.result, compared.text);
  } finally {
    await context.close();
  }
});

/** Compares two variants, if the options name another one. */
async function compare(context: BenchContext): Promise<{ text: string; result: unknown } | undefined> {
  const { against, beside, againstOptions, againstAot, clients } = context.options;
  if (against !== undefined) return await compareJars(context, against);
  if (beside !== undefined) return await compareBeside(context, beside);
  const options = againstAot ? `-XX:AOTCache=${await makeAotCache(context)}` : againstOptions;
  if (options === undefined) return undefined;
  const variants = { without: {}, with: { env: { JAVA_OPTS_APPEND: options } } };
  return await compareRestarted(context, variants, clients);
}

/** Measures one part after another; the results of each are stored even if a later part fails. */
async function measure(context: BenchContext, args: readonly string[]): Promise<void> {
  const { parts, minutes, database, write, json } = context.options;
  const machine = await describeMachine(database);
  const origin = {
    measuredOn: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
    commit: await describeCommit(),
    command: commandText(args),
  };
  let record = withFindings(await readRecord(RECORD_FILE), { machine, findings: [] });
  const failures: string[] = [];
  for (const name of parts) {
    if (Date.now() > context.deadline) {
      printProgress(`${name}: skipped, ${minutes} minutes are over`);
      continue;
    }
    printProgress(`Part ${name}…`);
    const findings = await PARTS[name](context).catch((failure: unknown) => {
      // Any connection may break; the other parts aren't affected.
      printProgress(`${name}: ${failure instanceof Failure ? failure.message : inspect(failure)}`);
      failures.push(name);
      return [];
    });
    await context.stopPartServers();
    record = withFindings(record, {
      machine,
      findings: findings.map((finding) => ({
        ...finding,
        ...origin,
        sizes: { ...sizesOf(context.options), ...finding.sizes },
      })),
    });
    writeRecord(RECORD_FILE, record);
  }
  const text = markdownReport(record);
  writeAtomically(REPORT_FILE, text, FILE_MODE);
  if (write) {
    await writeDocument(DOCUMENT, updatedDocument(record, readFileSync(path.join(ROOT, DOCUMENT), 'utf8')));
    await writeFace();
  }
  printResult(json, record, text);
  if (failures.length > 0) throw new Failure(`measurement not completed: ${failures.join(', ')}`);
}

/** The command that reproduces the report, without the options for its output and for Java, whose version is in the report. */
function commandText(args: readonly string[]): string {
  const words = args.filter(
    (word, index) => word !== '--write' && word !== '--java' && args[index - 1] !== '--java',
  );
  return ['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' ');
}
