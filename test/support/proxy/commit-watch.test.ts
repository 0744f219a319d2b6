/** Commits are detected in the messages of PostgreSQL drivers, however these are split. */
import { expect, test } from 'vitest';
import { CommitWatch } from './commit-watch.ts';

const [SSL, VERSION_3] = [80_877_103, 196_608];

function untyped(code: number): Buffer {
  const message = Buffer.alloc(8);
  message.writeInt32BE(8, 0);
  message.writeInt32BE(code, 4);
  return message;
}

function message(type: string, text: string): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(4 + text.length, 1);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
}

function begun(): CommitWatch {
  const watch = new CommitWatch();
  expect([watch.sees(untyped(SSL)), watch.sees(untyped(VERSION_3))]).toEqual([false, false]);
  return watch;
}

test('a commit as a simple query', () => {
  expect(begun().sees(message('Q', 'COMMIT\0'))).toBe(true);
});

test('a commit that is prepared once and executed by its name', () => {
  const watch = begun();
  expect(watch.sees(message('P', 'S_1\0COMMIT\0\0\0'))).toBe(false);
  expect(watch.sees(message('B', '\0S_1\0\0\0'))).toBe(true);
  expect(watch.sees(message('B', '\0S_1\0\0\0'))).toBe(true);
});

test('a commit in pieces', () => {
  const watch = begun();
  const bytes = message('Q', 'COMMIT\0');
  expect([watch.sees(bytes.subarray(0, 3)), watch.sees(bytes.subarray(3))]).toEqual([false, true]);
});

test('nothing else, even if it mentions one', () => {
  const watch = begun();
  expect(watch.sees(message('Q', "SELECT 'COMMIT'\0"))).toBe(false);
  expect(watch.sees(message('P', '\0INSERT INTO A VALUES (1)\0\0\0'))).toBe(false);
  expect(watch.sees(message('B', '\0\0\0\0'))).toBe(false);
});
