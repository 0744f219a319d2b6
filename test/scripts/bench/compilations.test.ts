import { expect, test } from 'vitest';
import { readCompilations } from '../../../scripts/bench/compilations.ts';

/** What `jfr print` says of one compilation. */
function compilation(duration: string, level: number, method: string): string[] {
  return [
    'jdk.Compilation {',
    '  startTime = 13:41:29.434 (2026-11-27)',
    `  duration = ${duration}`,
    '  compileId = 17',
    `  compiler = "${level === 4 ? 'c2' : 'c1'}"`,
    `  method = ${method}`,
    `  compileLevel = ${level}`,
    '  succeeded = true',
    '  isOsr = false',
    '  codeSize = 1.5 kB',
    '  inlinedBytes = 300 bytes',
    '  eventThread = "C2 CompilerThread0" (javaThreadId = 17)',
    '}',
    '',
  ];
}

test('compilations are read with their durations and sizes, the longest first', () => {
  const lines = [
    ...compilation('417 us', 3, 'java.lang.String.hashCode()'),
    ...compilation('1.25 s', 4, 'org.linkgate.script.Script1.send(Context, Object[])'),
  ];
  const common = { inlinedBytes: 300, codeBytes: 1536 };
  expect(readCompilations(lines)).toEqual([
    { ...common, level: 4, method: 'org.linkgate.script.Script1.send', millis: 1250 },
    { ...common, level: 3, method: 'java.lang.String.hashCode', millis: 0.417 },
  ]);
});
