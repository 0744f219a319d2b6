/**
 * keycloak-config-cli and Terraform create the same realm as seeding does, from the files in `deploy`: if `LINKGATE_CONFIG_CLI`
 * names the former's JAR, and `LINKGATE_TERRAFORM` a folder with Keycloak's provider in Terraform's mirror layout (`terraform
 * providers mirror`).
 */
import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { DEPLOYED_FILE, REALM_FILE, writeRealmFiles } from '../../../scripts/realm-file/file.ts';
import { npmRunHere, type Ran, runProgram } from '../../support/command.ts';
import { readText } from '../../support/documents.ts';
import { type Imported, importAtStart } from '../../support/imported.ts';
import { type OwnSite, openOwnSite } from '../../support/own-site.ts';
import { partPath } from '../../support/part.ts';
import { VARIANT_ADMIN } from '../../support/variant.ts';

const REALM = 'linkgate';
/** The commands of the guide, in the project's folder. */
const CONFIG_CLI_OPTIONS = (
  /keycloak-config-cli\.jar ([\s\S]*?)\n```/.exec(readText('docs/kubernetes.md'))?.[1] ?? ''
)
  .split(/[\s\\]+/)
  .filter((word) => word !== '');
const configCli = process.env.LINKGATE_CONFIG_CLI;
const terraform = process.env.LINKGATE_TERRAFORM;

if (configCli === undefined) console.warn('LINKGATE_CONFIG_CLI names no JAR: keycloak-config-cli is skipped');
if (terraform === undefined) console.warn('LINKGATE_TERRAFORM names no folder: Terraform is skipped');

describe.skipIf(configCli === undefined && terraform === undefined)('a realm as code', () => {
  let own: OwnSite;
  let server: Imported;

  beforeAll(async () => {
    own = await openOwnSite();
    await writeRealmFiles();
    const login = { SMTP_USERNAME: 'linkgate', SMTP_PASSWORD: 'secret' };
    server = await importAtStart({ ...own.variables, ...login }, path.join(ROOT, DEPLOYED_FILE));
  });
  afterAll(async () => {
    await server?.stop();
    await own.inbox.close();
  });

  /** The changes that seeding would still make. */
  async function compared(): Promise<Ran> {
    return await npmRunHere('seed', ['--realm', REALM], { site: own.siteAt(server.url) });
  }

  const AS_SEEDED = { code: 0, stdout: `${REALM}: nothing to change\n` };

  test.skipIf(terraform === undefined)(
    'Terraform configures an imported realm’s settings and clients, and then plans no change',
    async () => {
      const folder = partPath('terraform');
      await rm(folder, { recursive: true, force: true });
      await cp(path.join(ROOT, 'deploy', 'terraform'), folder, { recursive: true });
      const settings = path.join(folder, 'terraform.rc');
      await writeFile(
        settings,
        `provider_installation {\n  filesystem_mirror {\n    path = "${terraform}"\n  }\n}\n`,
      );
      const { variables } = own;
      const environment = {
        TF_CLI_CONFIG_FILE: settings,
        TF_IN_AUTOMATION: 'true',
        KEYCLOAK_USER: VARIANT_ADMIN.username,
        KEYCLOAK_PASSWORD: VARIANT_ADMIN.password,
        TF_VAR_server: server.url,
        TF_VAR_realm_file: path.join(ROOT, REALM_FILE),
        TF_VAR_demo_port: variables.DEMO_PORT ?? '',
        TF_VAR_email: JSON.stringify({
          host: variables.SMTP_HOST,
          port: variables.SMTP_PORT,
          from: variables.EMAIL_FROM,
        }),
        TF_VAR_secrets: JSON.stringify({
          'demo-web': variables.DEMO_WEB_SECRET,
          'demo-shop': variables.DEMO_SHOP_SECRET,
          'demo-service': variables.DEMO_SERVICE_SECRET,
          'demo-pending': variables.DEMO_PENDING_SECRET,
        }),
      };
      const run = async (...words: string[]) => {
        const args = [...words, '-no-color', ...(words[0] === 'validate' ? [] : ['-input=false'])];
        return await runProgram('terraform', args, { cwd: folder, environment });
      };
      for (const words of [['init'], ['validate'], ['apply', '-auto-approve']])
        expect(await run(...words)).toMatchObject({ code: 0 });
      expect(await run('plan', '-detailed-exitcode')).toMatchObject({ code: 0 });
      expect(await compared()).toMatchObject(AS_SEEDED);
    },
  );

  test.skipIf(configCli === undefined)(
    'keycloak-config-cli creates the realm from scratch, and a second run changes nothing',
    async () => {
      const api = await connectAdmin({ serverUrl: server.url, ...VARIANT_ADMIN });
      await api.realms.del({ realm: REALM });
      const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
      for (let run = 0; run < 2; run += 1) {
        const ran = await runProgram(java, ['-jar', configCli ?? '', ...CONFIG_CLI_OPTIONS], {
          cwd: ROOT,
          environment: {
            ...own.variables,
            KEYCLOAK_URL: server.url,
            KEYCLOAK_USER: VARIANT_ADMIN.username,
            KEYCLOAK_PASSWORD: VARIANT_ADMIN.password,
          },
        });
        expect(ran).toMatchObject({ code: 0 });
        expect(await compared()).toMatchObject(AS_SEEDED);
      }
    },
  );
});
