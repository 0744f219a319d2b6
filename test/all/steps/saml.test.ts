/** The step for a SAML client: the response to its request comes wherever the link is used. */

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import type { SiteClient } from '../../support/site.ts';
import { requestBy, typeAddress } from '../../support/step-pages.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  type StepUser,
} from '../../support/step-realm.ts';

const ASSERTION_CONSUMER = 'http://localhost:9/acs';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';

describe.each(['keycloak.v2', 'linkgate'])('in the theme %s', (theme) => {
  let realm: StepRealm;
  let client: SiteClient;
  let user: StepUser;
  beforeAll(async () => {
    realm = await makeStepRealm({ loginTheme: theme, emailTheme: theme === 'linkgate' ? theme : 'keycloak' });
    client = await realm.makeClient([{ provider: LINK, config: { emailContains: 'link-and-code' } }], {
      protocol: 'saml',
      redirectUris: [ASSERTION_CONSUMER],
      protocolMappers: [],
      attributes: {
        saml_assertion_consumer_url_post: ASSERTION_CONSUMER,
        'saml.client.signature': 'false',
        'saml.force.post.binding': 'true',
        saml_name_id_format: 'email',
        saml_force_name_id_format: 'true',
      },
    });
    user = await realm.makeUser();
  });
  afterAll(async () => await realm?.remove());

  /** Sends the client's request, and requests a link. */
  async function request() {
    const id = `_${randomBytes(8).toString('hex')}`;
    const xml = `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}" AssertionConsumerServiceURL="${ASSERTION_CONSUMER}"><saml:Issuer>${client.client_id}</saml:Issuer></samlp:AuthnRequest>`;
    const agent = new Agent();
    const body = new URLSearchParams({
      SAMLRequest: Buffer.from(xml).toString('base64'),
      RelayState: 'relay',
    });
    const first = await agent.open(`${realm.baseUrl}/protocol/saml`, { method: 'POST', body });
    return { id, ...(await requestBy(agent, user, () => typeAddress(agent, first, user))) };
  }

  /** Expects the response to a request, in the form that the page posts to the client. */
  function expectResponse(page: Page, id: string) {
    const encoded = /name="SAMLResponse" value="([^"]+)"/i.exec(page.text)?.[1];
    if (encoded === undefined) throw new Error(`no response, but ${page.status}: ${textOf(page)}`);
    const xml = Buffer.from(encoded, 'base64').toString();
    expect(xml).toContain(`InResponseTo="${id}"`);
    expect(xml).toContain(`>${user.email}</saml:NameID>`);
    expect(page.text).toMatch(/name="RelayState" value="relay"/i);
    expect(page.text).toContain(`action="${ASSERTION_CONSUMER}"`);
  }

  test('responds after the link in the requesting browser', async () => {
    const { id, agent, link } = await request();
    expectResponse(await openAndConfirm(link, agent), id);
  });

  test('responds after the link in another browser', async () => {
    const { id, link } = await request();
    expectResponse(await openAndConfirm(link), id);
  });

  test('responds after the one-time code', async () => {
    const { id, agent, page, code } = await request();
    expectResponse(await agent.submit(page, { code }), id);
  });
});
