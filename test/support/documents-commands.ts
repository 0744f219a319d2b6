/** The commands of a document, run as its reader types them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { type Ran, runProgram } from './command.ts';

/** What stands for the programs that a reader has installed. */
const PROGRAMS = `
npx() { shift; node scripts/run.mjs linkgate.ts "$@"; }
npm() { if [ "$*" != "\${*#run linkgate -- }" ]; then shift 3; node scripts/run.mjs linkgate.ts "$@"; else command npm "$@"; fi; }
kcadm.sh() { "${path.join(ROOT, '.local', 'test-server', 'bin', 'kcadm.sh')}" "$@" --config "$KCADM_CONFIG"; }
`;

/** The lines of a section's shell commands, or of all; a command over several lines is one, and comments are gone. */
export async function commandsIn(file: string, heading?: string): Promise<string[]> {
  const text = await readFile(path.join(ROOT, file), 'utf8');
  const [, section = ''] =
    heading === undefined
      ? [text, text]
      : (new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(text) ?? []);
  return [...section.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}

/** Runs a line at the tests' server, after assignments and exports of earlier lines. */
export async function typeLine(
  line: string,
  {
    before = [],
    replaced = {},
    environment = {},
  }: {
    before?: readonly string[];
    /** What stands in the document for the reader's own. */
    replaced?: Readonly<Record<string, string>>;
    environment?: Record<string, string>;
  } = {},
): Promise<Ran> {
  const { serverUrl, admin } = inject('site');
  const own = (text: string) =>
    Object.entries({ 'https://id.example.com': serverUrl, ...replaced }).reduce(
      (so, [from, to]) => so.replaceAll(from, to),
      text,
    );
  const script = [PROGRAMS, ...before.map(own), own(line)].join('\n');
  return await runProgram('bash', ['-c', script], {
    cwd: ROOT,
    environment: {
      KEYCLOAK_ADMIN_USERNAME: admin.username,
      KEYCLOAK_ADMIN_PASSWORD: admin.password,
      // Nothing was started in the clone.
      LINKGATE_RUN_FILE: path.join(ROOT, '.local', 'none.json'),
      ...environment,
    },
  });
}
