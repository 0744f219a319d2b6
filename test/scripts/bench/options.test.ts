import { describe, expect, test } from 'vitest';
import { PART_NAMES, readOptions } from '../../../scripts/bench/options.ts';

describe('without options', () => {
  test('all parts are measured on PostgreSQL', () => {
    expect(readOptions([])).toMatchObject({ parts: PART_NAMES, database: 'postgres', rounds: 6 });
  });

  test('nothing is compared and no document is written', () => {
    const options = readOptions([]);
    expect(options).not.toHaveProperty('against');
    expect(options.write).toBe(false);
  });
});

describe('parts', () => {
  test('are named one by one, and run in their own order', () => {
    expect(readOptions(['--parts', 'token, sign-in']).parts).toEqual(['sign-in', 'token']);
  });

  test('that are unknown are rejected by name', () => {
    expect(() => readOptions(['--parts', 'sign-in,speed'])).toThrow(
      '--parts: "speed" is none of start, first',
    );
  });
});

describe('sizes', () => {
  test('are whole numbers', () => {
    expect(readOptions(['--rounds', '3', '--warm-up', '0'])).toMatchObject({ rounds: 3, warmUp: 0 });
    expect(() => readOptions(['--rounds', 'many'])).toThrow(`--rounds: "many" isn't a whole number`);
  });

  test('are 1 or more if zero would measure nothing', () => {
    expect(() => readOptions(['--sign-ins', '0'])).toThrow('--sign-ins: must be 1 or more');
  });
});

test('Java options to compare begin with a hyphen', () => {
  expect(readOptions(['--against-options=-Xms512m -Xmx1g']).againstOptions).toBe('-Xms512m -Xmx1g');
});

test('two servers are compared in one way', () => {
  expect(readOptions(['--against-aot']).againstAot).toBe(true);
  expect(() => readOptions(['--against', 'linkgate.jar', '--against-aot'])).toThrow(
    '--against and --against-aot: one at a time',
  );
});

test('another JAR is put beside with a script that signs in there', () => {
  expect(readOptions(['--beside', 'other.jar', '--script', 'other.ts']).beside).toEqual({
    jar: 'other.jar',
    script: 'other.ts',
  });
  expect(() => readOptions(['--beside', 'other.jar'])).toThrow('--beside and --script: both, or neither');
  expect(() => readOptions(['--script', 'other.ts'])).toThrow('--beside and --script: both, or neither');
});

test('a database is one of two', () => {
  expect(readOptions(['--database', 'embedded']).database).toBe('embedded');
  expect(() => readOptions(['--database', 'oracle'])).toThrow('"oracle" is none of postgres, embedded');
});

test('unknown arguments are rejected', () => {
  expect(() => readOptions(['token'])).toThrow('token: not expected');
});
