/** The JVM's compilations in a recording. */
import { printEvents } from './recording.ts';

/** One compilation of a method. */
export interface Compilation {
  /** 1 to 3 for C1, 4 for C2. */
  level: number;
  /** With its class, such as `java.lang.String.hashCode`. */
  method: string;
  millis: number;
  /** Bytes of bytecode that were inlined, the method's own included, and of the code that was made. */
  inlinedBytes: number;
  codeBytes: number;
}

const MILLIS = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000 } as const;
const BYTES = { bytes: 1, kB: 1024, MB: 1024 * 1024 } as const;

/** The recorder's setting by which it also has short compilations. */
export const ALL_COMPILATIONS = 'jdk.Compilation#threshold=0ms';

/** The recorded compilations. */
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
    const [, name, value] = /^\s+(\w+) = (.*)$/.exec(line) ?? [];
    if (name !== undefined) fields[name] = value ?? '';
    if (line !== '}') continue;
    const { duration = '', compileLevel = '', method = '' } = fields;
    found.push({
      level: Number(compileLevel),
      method: method.replace(/\(.*/, ''),
      millis: measured(duration, MILLIS),
      inlinedBytes: measured(fields.inlinedBytes ?? '', BYTES),
      codeBytes: measured(fields.codeSize ?? '', BYTES),
    });
    fields = {};
  }
  return found.toSorted((a, b) => b.millis - a.millis);
}

/** A number with a unit. */
function measured(text: string, units: Readonly<Record<string, number>>): number {
  const [, number, unit = ''] = /^([\d.]+) (\w+)$/.exec(text) ?? [];
  return Number(number) * (units[unit] ?? Number.NaN);
}
