/** The JVM's compilations in a recording. */
import { printEvents } from './recording.ts';

/** How long the JVM took to compile a method. */
export interface Compilation {
  /** `c1` or `c2`. */
  compiler: string;
  /** With its class, such as `java.lang.String.hashCode`. */
  method: string;
  millis: number;
}

const MILLIS = { ms: 1, s: 1000 } as const;

/** The recorded compilations; the recorder's profile contains those over 100 ms. */
export async function compilationsIn(file: string): Promise<Compilation[]> {
  const lines: string[] = [];
  await printEvents(file, 'jdk.Compilation', (line) => lines.push(line));
  return readCompilations(lines);
}

/** Parses the output of `jfr print`; the longest first. */
export function readCompilations(lines: readonly string[]): Compilation[] {
  const found: Compilation[] = [];
  let fields: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = /^\s+(duration|compiler|method) = (.*)$/.exec(line) ?? [];
    if (name !== undefined) fields[name] = value ?? '';
    if (line !== '}') continue;
    const { duration = '', compiler = '', method = '' } = fields;
    const [, number, unit] = /^([\d.]+) (ms|s)$/.exec(duration) ?? [];
    found.push({
      compiler: compiler.replaceAll('"', ''),
      method: method.replace(/\(.*/, ''),
      millis: Number(number) * MILLIS[unit as keyof typeof MILLIS],
    });
    fields = {};
  }
  return found.toSorted((a, b) => b.millis - a.millis);
}
