/** Where the server's processor time is spent during a load, from a recording. */
import type { Series } from './finding.ts';
import { printEvents, record } from './recording.ts';

/** The kinds that have rows in the report. */
export const CALLS = 'calls from the script into Java';
export const SCRIPTS = 'scripts and their engine';

/** The engine's classes that look up, convert, call by reflection and wrap; the JDK's own frames above them belong to them. */
const CALLING =
  /^(org\.linkgate\.rhino|org\.mozilla)\.javascript\.(NativeJava|MemberBox|JavaMembers|WrapFactory|ExecutableBox|ExecutableOverload|FieldAndMethods|Context\.(javaToJS|jsToJava)|lc\.)|^org\.linkgate\.host\.Engine\$(JavaObject|Method|[12])\b/;

/** A sample belongs to the kind of its topmost frame that matches one. */
const KINDS: readonly { name: string; frame: RegExp }[] = [
  {
    name: 'signatures and hashes',
    frame: /^(sun\.security\.|java\.security\.|javax\.crypto\.|com\.sun\.crypto|java\.math\.)/,
  },
  { name: CALLS, frame: CALLING },
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
  const file = await record(pid, 'profile', load);
  const counter = new SampleCounter();
  await printEvents(file, 'jdk.ExecutionSample', (line) => counter.read(line));
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
