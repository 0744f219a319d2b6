/** A mobile app made with AppAuth for Android, without Android: Robolectric runs it in a JVM. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { javaTool } from '../../../../scripts/bench/load/process.ts';
import { quickMaven, SHORT_LIVED_OPTIONS } from '../../../../scripts/server/environment.ts';
import { clockShiftedByFile } from '../../../support/clock.ts';
import { generatedOnce } from '../../../support/generated-once.ts';
import { signInOnPages } from '../../../support/page-sign-in.ts';
import { partPath } from '../../../support/part.ts';
import { newBrowser } from '../../../support/relying-party/browsing.ts';
import type { StayingParty, Stored } from '../../../support/relying-party/staying-party.ts';

const run = promisify(execFile);

const FOLDER = path.join(import.meta.dirname, '..', 'app-auth');
const SOURCES = ['pom.xml', 'App.java'].map((name) => path.join(FOLDER, name));
const GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath';
const CLASSES = 'classes';
const CLASS_PATH = 'class-path';
const ANDROID = 'android-all-instrumented';
const REDIRECT_URI = 'org.linkgate.test:/callback';

/** Maven compiles against JARs only; Android's libraries contain theirs. */
async function build(folder: string): Promise<void> {
  if (!process.env.LINKGATE_ANDROID_MAVEN)
    throw new Error(
      'LINKGATE_ANDROID_MAVEN is not set: it must name a Maven repository with Android’s libraries',
    );
  await mkdir(folder, { recursive: true });
  const all = path.join(folder, 'all');
  const args = ['--batch-mode', '--quiet', '--file', SOURCES[0] ?? '', GOAL, `-Dmdep.outputFile=${all}`];
  await run('mvn', args, { env: quickMaven() });
  const libraries: string[] = [];
  for (const file of (await readFile(all, 'utf8')).trim().split(path.delimiter)) {
    if (!file.endsWith('.aar')) {
      libraries.push(file);
      continue;
    }
    const extracted = path.join(folder, path.basename(file, '.aar'));
    await mkdir(extracted);
    await run(javaTool('jar'), ['--extract', '--file', file, 'classes.jar'], { cwd: extracted });
    libraries.push(path.join(extracted, 'classes.jar'));
  }
  const classPath = libraries.join(path.delimiter);
  await run(javaTool('javac'), ['-d', path.join(folder, CLASSES), '-cp', classPath, SOURCES[1] ?? '']);
  await writeFile(path.join(folder, CLASS_PATH), classPath);
}

const built = () => generatedOnce('app-auth', SOURCES, build);

/** A line of the program's output. */
interface Result {
  url?: string;
  request?: string;
  state?: string;
  access_token?: string;
  error?: string;
}

/** The running program; it performs one action after another. */
interface Program {
  perform(action: 'request' | 'exchange' | 'renew' | 'end', fields?: Record<string, string>): Promise<Result>;
  stop(): Promise<void>;
}

async function startProgram(settings: Record<string, string>, env: Record<string, string>): Promise<Program> {
  const folder = await built();
  const libraries = await readFile(path.join(folder, CLASS_PATH), 'utf8');
  const android = libraries.split(path.delimiter).find((file) => file.includes(ANDROID)) ?? '';
  const args = [
    ...SHORT_LIVED_OPTIONS,
    '-Xmx512m',
    // Otherwise Robolectric downloads Android's classes itself.
    '-Drobolectric.offline=true',
    `-Drobolectric.dependency.dir=${path.dirname(android)}`,
    '-cp',
    [path.join(folder, CLASSES), libraries].join(path.delimiter),
    'app.App',
  ];
  const child = spawn(javaTool('java'), args, { env: { ...process.env, ...env }, stdio: 'pipe' });
  const closed = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => {
    complaint += data.toString();
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const write = (line: object) => child.stdin.write(`${JSON.stringify(line)}\n`);
  write(settings);
  return {
    perform: async (action, fields = {}) => {
      write({ action, ...fields });
      const { value, done } = await lines.next();
      if (done) throw new Error(`the program ended: ${complaint}`);
      return JSON.parse(value as string) as Result;
    },
    stop: async () => {
      child.stdin.end();
      await closed;
    },
  };
}

/** An app's stored state, which each renewal replaces. */
function storing(perform: Program['perform'], first: string) {
  let state = first;
  const renew = async () => {
    const result = await perform('renew', { state });
    if (result.error === 'invalid_grant') return undefined;
    if (result.error !== undefined) throw new Error(result.error);
    state = result.state ?? '';
    return result.access_token;
  };
  return { renew, copy: async (): Promise<Stored> => storing(perform, state), state: () => state };
}

export const appAuth: StayingParty = {
  name: 'AppAuth',
  needs: 'mvn',
  // As the project itself does.
  isHere: async () => true,
  install: async () => {
    await built();
  },
  fields: () => ({ publicClient: true, redirectUris: [REDIRECT_URI] }),
  start: async ({ issuer, client: { client_id } }) => {
    const clock = partPath('relying-parties', 'app-auth-clock');
    const shiftClock = async (seconds: number) => await writeFile(clock, `+${seconds}s`);
    await mkdir(path.dirname(clock), { recursive: true });
    await shiftClock(0);
    const settings = { issuer, client_id, redirect_uri: REDIRECT_URI };
    const program = await startProgram(settings, await clockShiftedByFile(clock));
    return {
      signIn: async (email) => {
        const agent = newBrowser();
        const { url = '', request = '' } = await program.perform('request');
        const callback = (await signInOnPages(url, email, { agent })).href;
        const signedIn = await program.perform('exchange', { request, callback });
        if (signedIn.error !== undefined) throw new Error(signedIn.error);
        const { renew, copy, state } = storing(program.perform, signedIn.state ?? '');
        const signOut = async () => {
          const end = await program.perform('end', { state: state() });
          await agent.open(end.url ?? '');
        };
        return { renew, copy, signOut };
      },
      shiftClock,
      stop: program.stop,
    };
  },
};
