/** `npm run seed`: makes or mends the sample realms and tells what it changed. */

import { parseArgs } from 'node:util';
import { installationAt, runningInstallation } from './seed/installation.ts';
import { seed } from './seed/seed.ts';

const HELP = `Makes the realms and clients declared in realm-config/, or mends what differs in them.
What isn't declared there (users, consents, other clients) stays. A second run changes nothing.

  npm run seed -- [--server URL] [--realm NAME]... [--help]

  --server URL   the server, such as http://localhost:8080; without it the one that npm start runs
  --realm NAME   only this realm; may be given more than once
  --help         this text

Environment, which goes before what npm start wrote down:
  KEYCLOAK_ADMIN_USERNAME, KEYCLOAK_ADMIN_PASSWORD   an administrator of the realm master; needed with --server
  DEMO_WEB_SECRET, DEMO_SHOP_SECRET, DEMO_SERVICE_SECRET, DEMO_PENDING_SECRET, BETA_WEB_SECRET
                                                     the clients' secrets; needed with --server
  DEMO_PORT, SMTP_HOST, SMTP_PORT, MAIL_FROM         default 3000, 127.0.0.1, 1025, linkgate@example.com
`;

const RUN_FILE = new URL('../.local/run.json', import.meta.url);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      server: { type: 'string' },
      realm: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const installation =
    values.server === undefined
      ? await runningInstallation(RUN_FILE, process.env)
      : installationAt(values.server, process.env);
  const { realms, changes } = await seed({
    ...installation,
    ...(values.realm && { realms: values.realm }),
    log: (line) => console.log(line),
  });
  const summary = changes.length === 0 ? 'nothing to change' : `changes made: ${changes.length}`;
  console.log(`${realms.join(', ')}: ${summary}`);
}

await main().catch((error: unknown) => {
  console.error(`seed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
