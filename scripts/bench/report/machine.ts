/** The environment that figures depend on: machine, Java and database. */
import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';
import { KEYCLOAK_VERSION } from '../../server/version.ts';
import { javaTool } from '../load/process.ts';

const run = promisify(execFile);
const BYTES_PER_GIBIBYTE = 1024 ** 3;

export interface Machine {
  processor: string;
  cores: number;
  memoryGibibytes: number;
  system: string;
  java: string;
  keycloak: string;
  database: string;
}

/** @param database its name in the options */
export async function describeMachine(database: string): Promise<Machine> {
  return {
    processor: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGibibytes: Math.round(os.totalmem() / BYTES_PER_GIBIBYTE),
    system: `${os.type()} ${os.release()}`,
    java: await javaVersion(),
    keycloak: KEYCLOAK_VERSION,
    database,
  };
}

/** The last line of `java -version`: the virtual machine with its build. */
async function javaVersion(): Promise<string> {
  const { stderr } = await run(javaTool('java'), ['-version']);
  return stderr.trim().split('\n').at(-1) ?? '';
}
