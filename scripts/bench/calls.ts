/** Counts the calls from the script into Java, and those of other methods, by `CallCounter.java`. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bundle } from '../build/bundle.ts';
import { GENERATED } from '../build/server-build.ts';
import { Failure } from '../failure.ts';
import { startChild } from '../server/child.ts';
import { javaTool } from './load/process.ts';

const PROGRAM = path.join(import.meta.dirname, 'CallCounter.java');
/** The origins of the script's lines, from the plugin's build. */
const POSITIONS = path.join(GENERATED, 'resources', 'linkgate', 'positions.json');

/** How often a place in the script calls a Java method. */
export interface CallsAt {
  /** Such as `UserModel.getId`, or `NewCookie.new`. */
  method: string;
  /** Such as `provider-scripts/src/accounts/proof.ts:12`. */
  place: string;
  count: number;
}

/** The Java option with which a server can be counted. */
export function countable(port: number): { JAVA_OPTS_APPEND: string } {
  return {
    JAVA_OPTS_APPEND: `-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:${port}`,
  };
}

/**
 * The calls during some work of a server that was started with `countable(port)`.
 *
 * @param others further methods to count, as `class#method`; only those of loaded classes
 * @throws Failure with the program's output, if it couldn't attach
 */
export async function countCalls(
  port: number,
  others: readonly string[],
  work: () => Promise<unknown>,
): Promise<{ calls: CallsAt[]; others: CallsAt[] }> {
  const lines: string[] = [];
  const { promise: ready, resolve } = Promise.withResolvers<true>();
  const counter = startChild({
    command: javaTool('java'),
    args: ['--add-modules', 'jdk.jdi', PROGRAM, String(port), ...others],
    output: (line) => (line === 'ready' ? resolve(true) : lines.push(line)),
  });
  if ((await Promise.race([ready, counter.exited])) !== true)
    throw new Failure("the server's calls can't be counted:", lines);
  try {
    await work();
  } finally {
    await counter.stop();
  }
  const all = placed(lines, JSON.parse(await readFile(POSITIONS, 'utf8')) as Bundle['positions']);
  const isOther = ({ method }: CallsAt) => others.includes(method);
  return { calls: all.filter((call) => !isOther(call)), others: all.filter(isOther) };
}

/** The program's lines, `count method line`, with the places in the sources. */
export function placed(lines: readonly string[], { files, lines: origins }: Bundle['positions']): CallsAt[] {
  return lines.map((text) => {
    const [count, method = '', line] = text.split(' ');
    const origin = origins[Number(line)];
    return {
      method,
      place: origin ? `${files[origin[0]]}:${origin[1]}` : 'elsewhere',
      count: Number(count),
    };
  });
}

/** The sum of all calls. */
export function totalOf(calls: readonly CallsAt[]): number {
  return calls.reduce((sum, { count }) => sum + count, 0);
}

/** The methods with their calls, the most frequent first. */
export function byMethod(calls: readonly CallsAt[]): { method: string; count: number; at: CallsAt[] }[] {
  const methods = Map.groupBy(calls, ({ method }) => method);
  return [...methods]
    .map(([method, at]) => ({ method, count: totalOf(at), at: at.toSorted((a, b) => b.count - a.count) }))
    .toSorted((a, b) => b.count - a.count || (a.method < b.method ? -1 : 1));
}
