/** A service of docker-compose.yml: seeds the sample realms, and writes `.local/run.json` once everything responds. */

import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { counted } from '../cli/count.ts';
import { command } from '../commands/command.ts';
import { describePrecedence } from '../seed/admin-settings.ts';
import { ensureSampleAdministrator } from '../seed/sample-administrator.ts';
import { seed } from '../seed/seed.ts';
import { announcement } from '../start/announcement.ts';
import { requireResponses } from '../start/require-responses.ts';
import { removeRunFile, writeRunFile } from '../start/run-json.ts';
import { SAMPLE_REALMS, seedVariables } from '../start/sample.ts';
import { COMPOSE_EMAIL, composeInstallation } from './installation.ts';

/** The project's folder on the machine, as docker-compose.yml mounts it. */
const PROJECT = '/project';
const RUN_FILE = join('.local', 'run.json');
/** The inbox inside of the network of containers. */
const INBOX_PORT = 1080;

await command(async () => {
  // Until everything responds again, an earlier run's file must not be mistaken for this one's.
  await removeRunFile(join(PROJECT, RUN_FILE));
  const { run, secrets, ports } = await composeInstallation();
  const { realms, changes, kept } = await seed({
    serverUrl: run.server_url,
    admin: run.admin,
    variables: seedVariables(secrets, { demoPort: ports.demo, email: run.email }),
    realms: SAMPLE_REALMS,
    apply: true,
  });
  await ensureSampleAdministrator(
    { serverUrl: run.server_url, ...run.admin },
    { realm: run.realm, email: run.administration.email },
  );
  console.log(
    `Seeded the realms ${realms.map(({ realm }) => realm).join(' and ')} (${counted(changes.length, 'change')}).`,
  );
  for (const line of describePrecedence(changes, kept)) console.log(line);
  await requireResponses({ ...run, inbox_url: `http://${COMPOSE_EMAIL.host}:${INBOX_PORT}` });
  await giveToOwner(dirname(RUN_FILE), async (folder) => {
    await mkdir(folder, { recursive: true });
  });
  await giveToOwner(RUN_FILE, async (file) => writeRunFile(file, run));
  console.log(
    announcement(run, {
      runFile: RUN_FILE,
      log: 'docker compose logs keycloak',
      stop: 'docker compose down',
      isPrivate: false,
    }),
  );
});

/** Creates something in the project's folder with the folder's owner, not root. */
async function giveToOwner(name: string, make: (path: string) => Promise<void>): Promise<void> {
  const path = join(PROJECT, name);
  await make(path);
  const { uid, gid } = await stat(PROJECT);
  await chown(path, uid, gid);
}
