import { expect, test } from 'vitest';
import { runLoad } from '../../../scripts/bench/load/closed-loop.ts';
import { Rejected } from '../../../scripts/bench/load/http.ts';

test('each number is processed once, never more concurrently than there are clients', async () => {
  const done: number[] = [];
  let underway = 0;
  let max = 0;
  const work = async (number: number) => {
    underway += 1;
    max = Math.max(max, underway);
    await new Promise(setImmediate);
    done.push(number);
    underway -= 1;
  };
  await runLoad({ count: 20, clients: 3, work });
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, number) => number));
  expect(max).toBe(3);
});

test('a rejected call is retried', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries === 1) throw new Rejected('no room');
  };
  await runLoad({ count: 1, clients: 1, work });
  expect(tries).toBe(2);
});

test('a failure ends the load, and nothing is started after it', async () => {
  const begun: number[] = [];
  const work = async (number: number) => {
    begun.push(number);
    throw new Error(`number ${number}`);
  };
  await expect(runLoad({ count: 100, clients: 2, work })).rejects.toThrow('number 0');
  expect(begun.length).toBeLessThanOrEqual(2);
});
