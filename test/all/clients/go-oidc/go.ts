/** An application made with go-oidc: a program that is built once, and started with its settings as a line of JSON. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { generatedOnce } from '../../../support/generated-once.ts';
import { startProgram } from '../../../support/relying-party/program.ts';
import type { RelyingParty } from '../../../support/relying-party/relying-party.ts';

const run = promisify(execFile);

const SOURCES = ['go.mod', 'go.sum', 'main.go'].map((name) => path.join(import.meta.dirname, name));
const PROGRAM = 'relying-party';
/** The installed Go without downloads of another version, and no C compiler. */
const ENVIRONMENT = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly', CGO_ENABLED: '0' };

async function build(folder: string): Promise<void> {
  const args = ['build', '-trimpath', '-o', path.join(folder, PROGRAM), '.'];
  await run('go', args, { cwd: import.meta.dirname, env: ENVIRONMENT });
}

const built = () => generatedOnce('go-oidc', SOURCES, build);

export const goOidc: RelyingParty = {
  name: 'go-oidc',
  needs: 'go',
  callback: '/callback',
  isHere: () =>
    run('go', ['version']).then(
      () => true,
      () => false,
    ),
  install: async () => {
    await built();
  },
  start: async ({ issuer, client: { client_id, client_secret }, url }) =>
    await startProgram({
      command: path.join(await built(), PROGRAM),
      env: { RELYING_PARTY: JSON.stringify({ issuer, client_id, client_secret, url }) },
      url,
      name: 'go-oidc',
    }),
  signOut: (agent, url) => agent.open(`${url}/sign-out`),
};
