/**
 * Go programs whose clock is shifted. They don't read the time by the C library, so libfaketime can't shift it: they are built
 * with a `time.Now` that adds the seconds of an environment variable.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SHIFT_VARIABLE = 'LINKGATE_TEST_CLOCK_SHIFT';

/** The first statement of `time.Now`, which reads seconds and nanoseconds. */
const READS_CLOCK = /^(func Now\(\) Time \{\n(?:.*\n)??\tsec, nsec, mono := \w+\(\)\n)/m;

const SHIFT = `package time

import "syscall"

var shiftSeconds = func() (seconds int64) {
	text, _ := syscall.Getenv("${SHIFT_VARIABLE}")
	for _, digit := range []byte(text) {
		seconds = seconds*10 + int64(digit-'0')
	}
	return
}()
`;

/** The environment of a Go program whose clock is ahead by this many seconds. */
export function goClockAheadBy(seconds: number): Record<string, string> {
  return { [SHIFT_VARIABLE]: String(seconds) };
}

/** Builds a program of a pinned module (`path@version`) into a folder, with the installed Go. */
export async function installWithShiftedClock(module: string, folder: string): Promise<void> {
  const changed = path.join(folder, 'time');
  await mkdir(changed, { recursive: true });
  const { stdout } = await run('go', ['env', 'GOROOT']);
  const standard = path.join(stdout.trim(), 'src', 'time');
  const original = await readFile(path.join(standard, 'time.go'), 'utf8');
  if (!READS_CLOCK.test(original)) throw new Error('time.Now of this version of Go has changed');
  const files = {
    'time.go': original.replace(READS_CLOCK, '$1\tsec += shiftSeconds\n'),
    'shift.go': SHIFT,
  };
  const replacements: Record<string, string> = {};
  for (const [name, text] of Object.entries(files)) {
    replacements[path.join(standard, name)] = path.join(changed, name);
    await writeFile(path.join(changed, name), text);
  }
  const overlay = path.join(changed, 'overlay.json');
  await writeFile(overlay, JSON.stringify({ Replace: replacements }));
  const env = { ...process.env, GOBIN: folder, GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
  await run('go', ['install', '-trimpath', `-overlay=${overlay}`, module], { env });
}
