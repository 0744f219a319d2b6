/** The ready realm file makes the sample realm by Keycloak's own import, on a server that has nothing yet. */
import { afterEach, describe, expect, inject, test } from 'vitest';
import type { Report } from '../../../scripts/conformance/run.ts';
import { realmFileDiffers } from '../../../scripts/realm-file/file.ts';
import { jsonOf, npmRun, npmRunHere } from '../../support/command.ts';
import { expectConformant } from '../../support/conformance.ts';
import { type Imported, importAtStart, importByCommand } from '../../support/imported.ts';
import { runFileOf } from '../../support/site.ts';

const { clients, variables } = inject('site');
/** An empty server makes its database first. */
const START_MILLIS = 600_000;

let server: Imported | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe('the ready realm file', () => {
  test('is what the declarations make', async () => {
    expect(await realmFileDiffers()).toBe(false);
    expect(await npmRun('realm-file', ['--check'])).toMatchObject({ code: 0 });
  });

  test('makes a conformant realm by kc.sh import', { timeout: START_MILLIS }, async () => {
    server = await importByCommand();
    const { web, shop, mobile, service, pending } = clients;
    const args = [
      ...['--base-url', `${server.url}/realms/linkgate`, '--inbox', inject('site').inboxUrl],
      ...['--client-id', web.client_id, '--redirect-uri', web.redirect_uri],
      ...['--other-client-id', shop.client_id, '--other-redirect-uri', shop.redirect_uri],
      ...['--public-client-id', mobile.client_id, '--public-redirect-uri', mobile.redirect_uri],
      ...['--service-client-id', service.client_id, '--pending-client-id', pending.client_id],
    ];
    const ran = await npmRun('conformance', [...args, '--json'], {
      CLIENT_SECRET: variables.DEMO_WEB_SECRET ?? '',
      OTHER_CLIENT_SECRET: variables.DEMO_SHOP_SECRET ?? '',
      SERVICE_CLIENT_SECRET: variables.DEMO_SERVICE_SECRET ?? '',
      PENDING_CLIENT_SECRET: variables.DEMO_PENDING_SECRET ?? '',
    });
    const { findings } = expectConformant(ran);
    // Nobody is exempt here: the default limits are kept to, and seen.
    for (const check of ['rate-limit-headers', 'pkce', 'code-once'])
      expect(findings).toContainEqual(expect.objectContaining({ check, outcome: 'good' }));
    expect(ran.stdout).not.toContain(variables.DEMO_WEB_SECRET ?? '');
  });

  test('makes by start --import-realm what seeding makes', { timeout: START_MILLIS }, async () => {
    server = await importAtStart();
    const change = { server_url: server.url, base_url: `${server.url}/realms/linkgate` };
    const seeded = await npmRunHere('seed', ['--realm', 'linkgate', '--dry-run'], { change });
    expect(seeded).toMatchObject({ code: 0, stdout: 'linkgate: nothing to change\n' });
    const ran = await npmRunHere('conformance', ['--json'], { change });
    expectConformant(ran);
    expect(jsonOf<Report>(ran).versions).toEqual({
      keycloak: '26.7.4',
      linkgate: expect.stringMatching(/^\d/),
    });
    expect(runFileOf(inject('site')).server_url).not.toBe(server.url);
  });
});
