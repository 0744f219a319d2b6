/** Keycloak's own import creates the sample realm from the ready realm file, on an empty server. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../scripts/conformance/run.ts';
import { KEYCLOAK_VERSION } from '../../../scripts/server/version.ts';
import { jsonOf, npmRun, npmRunHere } from '../../support/command.ts';
import { expectConformant } from '../../support/conformance.ts';
import { type Imported, importAtStart, importByCommand } from '../../support/imported.ts';
import { type OwnSite, openOwnSite } from '../../support/own-site.ts';

let own: OwnSite;
beforeAll(async () => {
  own = await openOwnSite();
});
afterAll(() => own.inbox.close());

let server: Imported | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe('the ready realm file', () => {
  test('creates a conformant realm by kc.sh import', async () => {
    const { variables } = own;
    server = await importByCommand(variables);
    const { baseUrl, inboxUrl, clients } = own.siteAt(server.url);
    const { web, shop, mobile, service, pending } = clients;
    const args = [
      ...['--base-url', baseUrl, '--inbox', inboxUrl],
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
    // No address is exempt here: the default limits are enforced.
    for (const check of ['rate-limit-headers', 'pkce', 'code-once'])
      expect(findings).toContainEqual(expect.objectContaining({ check, outcome: 'good' }));
    expect(ran.stdout).not.toContain(variables.DEMO_WEB_SECRET ?? '');
  });

  test('creates the same realm by start --import-realm as by seeding', async () => {
    server = await importAtStart(own.variables);
    const site = own.siteAt(server.url);
    const seeded = await npmRunHere('seed', ['--realm', 'linkgate', '--dry-run'], { site });
    expect(seeded).toMatchObject({ code: 0, stdout: 'linkgate: nothing to change\n' });
    const ran = await npmRunHere('conformance', ['--json'], { site });
    expectConformant(ran);
    expect(jsonOf<Report>(ran).versions).toEqual({
      keycloak: KEYCLOAK_VERSION,
      linkgate: expect.stringMatching(/^\d/),
    });
  });
});
