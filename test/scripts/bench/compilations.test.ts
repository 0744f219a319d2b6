import { expect, test } from 'vitest';
import { readCompilations } from '../../../scripts/bench/compilations.ts';

/** What `jfr print` says of one compilation. */
function compilation(duration: string, compiler: string, method: string): string[] {
  return [
    'jdk.Compilation {',
    '  startTime = 13:41:29.434 (2026-11-27)',
    `  duration = ${duration}`,
    `  compiler = "${compiler}"`,
    `  method = ${method}`,
    '  eventThread = "C2 CompilerThread0" (javaThreadId = 17)',
    '}',
    '',
  ];
}

test('compilations are read with their durations, the longest first', () => {
  const lines = [
    ...compilation('120 ms', 'c1', 'java.lang.String.hashCode()'),
    ...compilation('1.25 s', 'c2', 'org.linkgate.script.Script1.send(Context, Object[])'),
  ];
  expect(readCompilations(lines)).toEqual([
    { compiler: 'c2', method: 'org.linkgate.script.Script1.send', millis: 1250 },
    { compiler: 'c1', method: 'java.lang.String.hashCode', millis: 120 },
  ]);
});
