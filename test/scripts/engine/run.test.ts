/** A run in the engine, with tests that fail there. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localPath } from '../../../scripts/server/local-folder.ts';
import { runInEngine, runTwice } from '../../engine/run.ts';

/** It may have to build the plugin first. */
const RUN_MILLIS = 900_000;

let folder = '';
beforeAll(async () => {
  await mkdir(localPath(), { recursive: true });
  folder = await mkdtemp(localPath('engine-run-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(text: string) {
  const file = path.join(folder, 'sample.test.ts');
  await writeFile(file, text);
  return runInEngine([file]);
}

describe('a run in the engine', { timeout: RUN_MILLIS }, () => {
  test('reports what passed and what failed, with the TypeScript file and line', async () => {
    const outcomes = await run(`import { expect, test } from 'vitest';

test('is the engine', () => {
  expect(typeof (globalThis as { Java?: object }).Java).toBe('undefined');
});
test.each([['\u00fc'], ['\ud83d\udd11']])('of %s', (text) => {
  expect(text).toHaveLength(1);
});
`);
    const [first, second, third, ...others] = outcomes;
    expect(first?.name).toBe('is the engine');
    expect(first?.error).toMatch(
      /^Error: expected "object" to be "undefined"\n\s+at .*sample\.test\.ts:4\b/m,
    );
    expect(second).toEqual({ name: 'of \u00fc' });
    expect(third?.name).toBe('of \ud83d\udd11');
    expect(third?.error).toContain('to have length 1');
    expect(others).toEqual([]);
  });

  test('calls a constant method once for an object and argument, until a setter is called', async () => {
    const outcomes = await run(`import { expect, test } from 'vitest';

declare const Java: { type(name: string): new (value: number) => Record<string, (value?: number) => number> };
const Counter = Java.type('java.util.concurrent.atomic.AtomicInteger');

test('calls once', () => {
  const [one, other] = [new Counter(0), new Counter(10)];
  expect([one.incrementAndGet(), one.incrementAndGet(), other.incrementAndGet(), one.get()]).toEqual([1, 1, 11, 1]);
  expect([one.addAndGet(5), one.addAndGet(5), one.addAndGet(7), one.addAndGet(5)]).toEqual([6, 6, 13, 6]);
  one.set(20);
  expect([one.incrementAndGet(), one.addAndGet(5)]).toEqual([21, 26]);
});
test('converts plain values and maps', () => {
  const { toJava, record } = Java as unknown as Record<string, (value: unknown) => any>;
  const map = toJava({ text: 'a', number: 3, list: ['b', null], inner: { yes: true } });
  expect(String(map)).toBe('{text=a, number=3, list=[b, null], inner={yes=true}}');
  expect(record(map).text).toBe('a');
  expect(record(map).inner.get('yes')).toBe(true);
  expect(record(map).list).toEqual(['b', null]);
});
test('keeps values', () => {
  const { valuesOf } = Java as unknown as { valuesOf(object: unknown): Record<string, unknown> };
  const [one, other] = [new Counter(0), new Counter(0)];
  valuesOf(one).seen = 'yes';
  expect([valuesOf(one).seen, valuesOf(other).seen]).toEqual(['yes', undefined]);
});
`);
    expect(outcomes).toEqual([
      { name: 'calls once' },
      { name: 'converts plain values and maps' },
      { name: 'keeps values' },
    ]);
  });

  test('replaces a variable by its value, only where it is that variable, and while there is one engine', async () => {
    const printed = await runTwice(`"use strict";
const object = {};
const name = 'outer';
const isOwn = () => same(object);
const same = (other) => other === (() => object)();
const shadow = (name) => ({ now: () => name, set: (changed) => { name = changed; } });
const thrown = (value) => { try { throw value; } catch (name) { return (() => name)(); } };
const before = [isOwn(), shadow('a').now()];
const late = () => (() => object)().times;
function values(engines) {
  const one = shadow('one');
  const first = one.now();
  one.set('changed');
  return [before, same(object), object.times = (object.times || 0) + 1, name, first, one.now(), shadow('other').now(), thrown('thrown'), engines > 1 ? late() : ''].join();
}
`);
    const line = (times: number, late: number | '' = times) =>
      `true,a,true,${times},outer,one,changed,other,thrown,${late}`;
    expect(printed).toEqual([line(1, ''), line(2, ''), line(1), line(3), line(2), line(4)]);
  });

  test('fails as a whole if a file does, with the engine’s message', async () => {
    const failure = await run("throw new Error('outside of any test');").catch(
      (error: Error) => error.message,
    );
    expect(failure).toContain('outside of any test');
  });
});
