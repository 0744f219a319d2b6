/**
 * The model of links, codes, cross-device sign-ins, referral codes and accounts: its properties hold, its examples exist, and it
 * detects faults.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { table } from '../../../scripts/cli/table.ts';
import { analyse, type Outcome } from './alloy.ts';
import { FAULTS, MODEL, withFault } from './model.ts';

/** Long, since the machine may be busy. */
const MAX_MILLIS = 1_800_000;

const inSeconds = (millis: number) => `${(millis / 1000).toFixed(1)} s`;

/** The names of the model's commands of a kind. */
function commandsOf(kind: Outcome['kind']): string[] {
  return [...MODEL.matchAll(new RegExp(`^${kind} (\\w+)`, 'gm'))].map(([, name = '']) => name);
}

describe('the model', () => {
  let outcomes: Outcome[];
  let ofFaults: Outcome[][];
  beforeAll(async () => {
    const faulty = FAULTS.map((fault) => ({ text: withFault(fault), commands: [fault.breaks] }));
    [outcomes = [], ...ofFaults] = await analyse([{ text: MODEL }, ...faulty]);
  }, MAX_MILLIS);

  test('has an outcome for each command and each planted fault; reports the CPU time of each', () => {
    const all = [...outcomes, ...ofFaults.flat()];
    const total = all.reduce((sum, { processorMillis }) => sum + processorMillis, 0);
    const rows = all.map(({ kind, command, trace, processorMillis }) => [
      kind,
      command,
      trace === null ? 'none' : 'found',
      inSeconds(processorMillis),
    ]);
    console.log(table(['command', 'of', 'trace', 'processor'], [...rows, ['all', '', '', inSeconds(total)]]));
    expect(outcomes.map(({ command }) => command).toSorted()).toEqual(
      [...commandsOf('check'), ...commandsOf('run')].toSorted(),
    );
    expect(ofFaults.map((each) => each.map(({ command }) => command))).toEqual(
      FAULTS.map(({ breaks }) => [breaks]),
    );
  });

  const traceOf = (name: string) => outcomes.find(({ command }) => command === name)?.trace;

  test('has a property for each way of being used twice, late or in vain', () => {
    expect(commandsOf('check')).toEqual([
      'OneSessionPerLink',
      'AtMostMaxUses',
      'NoneUsedAfterANewer',
      'UseEndsTheOthers',
      'NoUseAfterRevocation',
      'NoAccountByARevokedCode',
      'NoSessionAfterRevocation',
      'EmailedIsUsableOrRejected',
      'TriesAreBounded',
    ]);
  });

  test.each(commandsOf('check'))('upholds %s, whatever fails between two steps', (name) => {
    expect(traceOf(name)).toBe(null);
  });

  test.each(commandsOf('run'))('has a run of %s', (name) => {
    expect(traceOf(name)).toContain('State 0');
  });

  test.each(FAULTS.map(({ fault, breaks }, index) => [fault, breaks, index] as const))(
    'if %s, finds a counterexample of %s',
    (_, breaks, index) => {
      expect(ofFaults[index]).toMatchObject([{ command: breaks, kind: 'check' }]);
      expect(ofFaults[index]?.[0]?.trace).toContain('State 0');
    },
  );
});
