/** Runs a command as a user types it, in a separate process. */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ROOT } from '../../scripts/build/root.ts';
import { partPath } from './part.ts';
import { runFileOf, type Site } from './site.ts';

/** A command's exit code and output. */
export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The npm scripts: programs with arguments that need no shell. */
const SCRIPTS: Readonly<Record<string, string>> = manifest.scripts;

/** The subcommands of `linkgate`. */
export const SUBCOMMANDS: readonly string[] = [
  ...[
    'seed',
    'add-step',
    'remove',
    'conformance',
    'clients',
    'settings',
    'referrals',
    'sign-up-rules',
    'check-email',
    'suppressions',
    'links',
    'invitations',
    'import',
  ],
];

const INHERITED = ['PATH', 'HOME', 'TMPDIR'] as const;

/** How a command is typed: an npm script, a subcommand of `npm run linkgate`, or a file that maintainers run. */
export function typedAs(name: string): string {
  if (SUBCOMMANDS.includes(name)) return `npm run linkgate -- ${name}`;
  return SCRIPTS[name] === undefined ? `node scripts/run.mjs ${name}.ts` : `npm run ${name} --`;
}

/** Runs a command as typed, without npm's own start; the environment has only what programs need and the given variables. */
export async function npmRun(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const { program, words } = lineOf(name);
  return await runProgram(program, [...words, ...args], { cwd: ROOT, environment });
}

function lineOf(name: string): { program: string; words: string[] } {
  const line = typedAs(name).replace(/^npm run (\S+) --/, (_, script: string) => SCRIPTS[script] ?? '');
  const [program = '', ...words] = line.split(' ');
  return { program, words };
}

/** A command that runs: `kill` ends it and what it started at once, as a power failure does. */
export interface Running {
  ran: Promise<Ran>;
  kill(): void;
}

/** Starts a command as typed. */
export function npmStart(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Running {
  const { program, words } = lineOf(name);
  return startProgram(program, [...words, ...args], { cwd: ROOT, environment, isGroup: true });
}

/** Where a program runs, and its environment beside what all programs need. */
interface Place {
  cwd: string;
  environment?: Readonly<Record<string, string>>;
  /** Whether it is a process group of its own, so that all of it can be ended. */
  isGroup?: boolean;
}

/** Runs a program in a folder; the environment has only what programs need and the given variables. */
export async function runProgram(program: string, args: readonly string[], place: Place): Promise<Ran> {
  return await startProgram(program, args, place).ran;
}

function startProgram(
  program: string,
  args: readonly string[],
  { cwd, environment = {}, isGroup = false }: Place,
): Running {
  const inherited = INHERITED.map((variable) => [variable, process.env[variable] ?? '']);
  const child = spawn(program, args, {
    cwd,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  });
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ran.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ran.stderr += text;
  });
  return {
    ran: new Promise((resolve, reject) =>
      child.on('error', reject).on('close', (code) => resolve({ ...ran, code })),
    ),
    kill: () => void (child.pid === undefined || process.kill(-child.pid, 'SIGKILL')),
  };
}

/** Runs a command on the tests' own installation, unless another is given. */
interface Here {
  site?: Site;
  environment?: Record<string, string>;
}

/** The same for an installation that commands find by its run file. */
export async function npmRunHere(
  name: string,
  args: readonly string[],
  { site = inject('site'), environment = {} }: Here = {},
): Promise<Ran> {
  const file = await writeRunFile(site);
  return await npmRun(name, args, { LINKGATE_RUN_FILE: file, ...environment });
}

/** The JSON that a command printed. */
export function jsonOf<T>({ stdout, stderr }: Ran): T {
  try {
    return JSON.parse(stdout) as T;
  } catch {
    throw new Error(`not JSON: ${stdout.slice(0, 1000)}\n${stderr.slice(0, 2000)}`);
  }
}

let files = 0;

/** Writes a run file for an installation, in a folder of the tests. */
export async function writeRunFile(site: Site = inject('site')): Promise<string> {
  files += 1;
  const file = partPath('run', `${process.pid}-${files}.json`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(runFileOf(site)), { mode: 0o600 });
  return file;
}
