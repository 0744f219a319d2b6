/** The benchmark itself, on the embedded database: its counts, and any other JAR beside. */
import { expect, test } from 'vitest';
import { ROWS, type RowName } from '../../../scripts/bench/rows.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { npmRun } from '../../support/command.ts';

const JAVA = process.env.JAVA_HOME === undefined ? {} : { JAVA_HOME: process.env.JAVA_HOME };
const SHORT = ['--database', 'embedded', '--rounds', '1', '--json'];

/** The rows that count calls into Java, with what each may be at most. */
const CALLS = [
  ['sign-in-calls', ROWS['sign-in-calls'].goal.atMost],
  ['credentials-calls', ROWS['credentials-calls'].goal.atMost],
  ['userinfo-calls', ROWS['userinfo-calls'].goal.atMost],
  ['introspect-calls', ROWS['introspect-calls'].goal.atMost],
] as const satisfies [RowName, number][];

test('no request makes more calls into Java than its goal', async () => {
  const ran = await npmRun('bench', ['--parts', 'calls', ...SHORT], JAVA);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  const { findings } = JSON.parse(ran.stdout) as { findings: { row: string; rounds: number[] }[] };
  for (const [row, most] of CALLS) {
    const [count = Number.NaN] = findings.find((finding) => finding.row === row)?.rounds ?? [];
    expect(count, row).toBeGreaterThan(0);
    expect(count, row).toBeLessThanOrEqual(most);
  }
});

test('another JAR is measured beside, by a script for its sign-ins', async () => {
  const jar = await buildPlugin({ log: () => {} });
  const script = 'scripts/bench/beside/password-form.ts';
  const sizes = ['--warm-up', '2', '--sign-ins', '4', '--clients', '2'];
  const ran = await npmRun('bench', ['--beside', jar, '--script', script, ...sizes, ...SHORT], JAVA);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  const sides = JSON.parse(ran.stdout) as Record<string, { signIns: { count: number } }[]>;
  expect(Object.keys(sides)).toEqual(['own', 'beside']);
  for (const rounds of Object.values(sides))
    expect(rounds).toEqual([expect.objectContaining({ signIns: expect.objectContaining({ count: 4 }) })]);
});
