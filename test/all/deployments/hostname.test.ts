/** A server whose hostname isn't fixed: its URLs would contain any host or port that a request claims. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../scripts/conformance/run.ts';
import { jsonOf, npmRun } from '../../support/command.ts';
import { optionsAt } from '../../support/conformance.ts';
import { emailsTo, newAddress } from '../../support/email.ts';
import { type OwnSite, openOwnSite } from '../../support/own-site.ts';
import { requestLink } from '../../support/sign-in.ts';
import type { Place } from '../../support/sign-in-at.ts';
import { startVariant, variantHome } from '../../support/variant.ts';

describe.each([
  ['no hostname', { hostname: 'any' }],
  ['a hostname without scheme and port', { hostname: 'localhost', keepsData: true }],
])('with %s', (_, options) => {
  const ends: (() => Promise<void>)[] = [];
  let site: OwnSite;
  let place: Place;

  beforeAll(async () => {
    site = await openOwnSite();
    ends.push(site.inbox.close);
    const node = await startVariant(await variantHome('any-host', {}), 'any-host', options);
    ends.push(node.stop);
    await site.seed(node.url);
    place = site.at(node.url);
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  test('no link is sent', async () => {
    const email = newAddress();
    const { client_id, redirect_uri } = site.client;
    const response = await requestLink({ email, client_id, redirect_uri }, place.base_url);
    expect([response.status, await response.json()]).toEqual([
      500,
      expect.objectContaining({ error: 'server_error' }),
    ]);
    expect(await emailsTo(email, place.inbox_url)).toEqual([]);
  });

  test('the conformance check names it, and how to fix it', async () => {
    const { client_id, client_secret = '', redirect_uri } = site.client;
    const args = [
      ...['--json', ...optionsAt(place.base_url), '--email-to', newAddress()],
      ...['--client-id', client_id, '--redirect-uri', redirect_uri],
    ];
    const ran = await npmRun('conformance', args, { CLIENT_SECRET: client_secret });
    expect(ran.code).toBe(1);
    const failed = jsonOf<Report>(ran).findings.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ check }) => check)).toEqual(['hostname', 'email-sent']);
    const [hostname, message] = failed;
    expect(hostname?.problem).toContain('the host or port that the request named');
    expect(hostname?.fix).toMatch(/start Keycloak with hostname=.*full URL.*frontend URL/);
    expect(message?.fix).toContain('check hostname');
  });
});
