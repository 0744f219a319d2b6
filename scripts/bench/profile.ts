/** Profiles the server's processor time during a load with the JDK Flight Recorder. */
import { rm } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { localPath } from '../server/local-folder.ts';
import type { Series } from './finding.ts';
import { javaTool, jcmd } from './load/process.ts';

/** Stacks of sign-ins are deeper than the recorder's 64 frames. */
const STACK_DEPTH = 512;

/** The kind that has a row in the report. */
export const SCRIPTS = 'scripts and their engine';

/** A sample belongs to the kind of its topmost frame that matches one. */
const KINDS: readonly { name: string; frame: RegExp }[] = [
  {
    name: 'signatures and hashes',
    frame: /^(sun\.security\.|java\.security\.|javax\.crypto\.|com\.sun\.crypto|java\.math\.)/,
  },
  {
    name: SCRIPTS,
    frame: /^(org\.linkgate\.|org\.mozilla\.|org\.openjdk\.nashorn\.|jdk\.nashorn\.)/,
  },
  {
    name: 'database and Hibernate',
    frame: /^(org\.hibernate\.|org\.postgresql\.|org\.h2\.|io\.agroal\.|com\.arjuna\.)/,
  },
  { name: 'templates and messages', frame: /^(freemarker\.|java\.text\.|org\.keycloak\.theme\.)/ },
  { name: 'sending email', frame: /^(org\.eclipse\.angus\.|jakarta\.email\.|jakarta\.activation\.)/ },
  {
    name: 'caches',
    frame: /^(org\.infinispan\.|org\.jgroups\.|org\.keycloak\.models\.cache\.|com\.github\.benmanes\.)/,
  },
  { name: 'JSON', frame: /^(com\.fasterxml\.|org\.keycloak\.util\.Json)/ },
  { name: 'HTTP', frame: /^(io\.netty\.|io\.vertx\.|io\.quarkus\.|org\.jboss\.resteasy\.)/ },
  { name: 'Keycloak', frame: /^org\.keycloak\./ },
];
const OTHERS = 'others';

/** The share of each kind in a load's samples, largest first. */
export async function profileLoad(pid: number, load: () => Promise<unknown>): Promise<Series[]> {
  const file = localPath('bench', 'profile.jfr');
  await rm(file, { force: true });
  await jcmd(pid, 'JFR.configure', `stackdepth=${STACK_DEPTH}`);
  await jcmd(pid, 'JFR.start', 'name=linkgate', 'settings=profile', `filename=${file}`);
  await load();
  await jcmd(pid, 'JFR.stop', 'name=linkgate');
  const counter = new SampleCounter();
  const { code, tail } = await runChild({
    command: javaTool('jfr'),
    args: ['print', '--events', 'jdk.ExecutionSample', '--stack-depth', String(STACK_DEPTH), file],
    output: (line) => counter.read(line),
  });
  if (code !== 0) throw new Failure(`jfr print exited with code ${code}`, tail);
  return counter.shares();
}

/** Parses the samples in the output of `jfr print`, and counts them by kind. */
export class SampleCounter {
  readonly #counts = new Map<string, number>();
  #isInStack = false;
  #isCounted = false;

  /** Parses the next line. */
  read(line: string): void {
    const text = line.trim();
    if (text.startsWith('stackTrace = [')) {
      this.#isInStack = true;
      this.#isCounted = false;
    } else if (this.#isInStack && text === ']') {
      if (!this.#isCounted) this.#count(OTHERS);
      this.#isInStack = false;
    } else if (this.#isInStack && !this.#isCounted) {
      const kind = KINDS.find(({ frame }) => frame.test(text));
      if (kind !== undefined) this.#count(kind.name);
    }
  }

  /** In percent of all samples. */
  shares(): Series[] {
    const all = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    return [...this.#counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => ({ name, unit: '%', values: [(100 * count) / all] }));
  }

  #count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#isCounted = true;
  }
}
