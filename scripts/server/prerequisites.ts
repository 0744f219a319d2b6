/** Checks for the programs that Linkgate needs and can't install itself: a JDK and Maven. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Failure } from '../failure.ts';

const OLDEST_JDK_MAJOR = 17;
/** The version that the Maven plugin for unpacking Keycloak requires. */
const OLDEST_MAVEN = [3, 6, 3] as const;

const GET_JDK =
  'Debian/Ubuntu: apt install openjdk-17-jdk; macOS: brew install --cask temurin; Windows: inside WSL';
const GET_MAVEN = 'Debian/Ubuntu: apt install maven; macOS: brew install maven; Windows: inside WSL';

/**
 * Checks that a suitable JDK and Maven are installed.
 * @throws Failure of one line that names the missing or outdated program, and how to install it
 */
export async function requirePrerequisites(): Promise<void> {
  if (process.platform === 'win32')
    throw new Failure('On Windows, run Linkgate inside WSL, or use docker compose up.');
  // Checked in parallel, since each program takes a moment; a problem with the JDK is reported first.
  const results = await Promise.allSettled([requireJdk(), requireMaven()]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Checks the JDK that `kc.sh` and `mvn` use: JAVA_HOME's, else the first on the PATH. */
async function requireJdk(): Promise<void> {
  const home = process.env.JAVA_HOME;
  const programs = ['java', 'javac'];
  const outputs = await Promise.all(
    programs.map((program) => versionOutput(home ? join(home, 'bin', program) : program, '-version')),
  );
  for (const [index, program] of programs.entries()) {
    const output = outputs[index];
    const where = home ? `in JAVA_HOME (${home})` : 'on the PATH';
    if (output === undefined) {
      throw new Failure(
        `No JDK: ${program} can't be run ${where}. Linkgate needs JDK ${OLDEST_JDK_MAJOR} or newer (${GET_JDK}).`,
      );
    }
    const major = javaMajor(output);
    if (!(major >= OLDEST_JDK_MAJOR)) {
      throw new Failure(
        `JDK ${OLDEST_JDK_MAJOR} or newer is needed, ${program} ${where} says "${firstLine(output)}" (${GET_JDK}).`,
      );
    }
  }
}

async function requireMaven(): Promise<void> {
  const output = await versionOutput('mvn', '--version');
  if (output === undefined)
    throw new Failure(`No Maven: mvn can't be run. Linkgate needs it to download Keycloak (${GET_MAVEN}).`);
  const version = /Apache Maven (\d+)\.(\d+)\.(\d+)/.exec(output)?.slice(1).map(Number);
  if (version === undefined || isOlder(version, OLDEST_MAVEN)) {
    throw new Failure(
      `Maven ${OLDEST_MAVEN.join('.')} or newer is needed, mvn says "${firstLine(output)}" (${GET_MAVEN}).`,
    );
  }
}

/** `openjdk version "17.0.15"`, `javac 25`, `java version "1.8.0_392"` → 17, 25, 8; NaN for anything else. */
function javaMajor(text: string): number {
  const [, first, second] = /(?:version "|javac )(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return Number(first === '1' ? second : first);
}

function isOlder(version: readonly number[], oldest: readonly number[]): boolean {
  const differing = oldest.findIndex((number, index) => version[index] !== number);
  return differing >= 0 && (version[differing] ?? 0) < (oldest[differing] ?? 0);
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

/** The program's version output; undefined if it isn't installed or fails. */
function versionOutput(program: string, option: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, [option], (error, stdout, stderr) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: Maven colours its output.
      resolve(error ? undefined : (stdout + stderr).replaceAll(/\x1b\[[\d;]*m/g, ''));
    });
  });
}
