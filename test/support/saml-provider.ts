/** A SAML identity provider of the sample realm, whose unsigned assertions a test writes. */
import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { inject } from 'vitest';
import { admin, REALM } from './admin.ts';
import type { Agent, Page } from './agent.ts';

const MINUTE_MILLIS = 60_000;

/** The provider. */
export interface SamlProvider {
  alias: string;
  /** Comes back from the URL that the browser was sent to, as a user who was authenticated then. */
  comeBack(agent: Agent, sentTo: string, user: string, authenticated: Date): Promise<Page>;
  remove(): Promise<void>;
}

/** Adds it. */
export async function makeSamlProvider(): Promise<SamlProvider> {
  const { baseUrl } = inject('site');
  const alias = `saml-${randomBytes(4).toString('hex')}`;
  const issuer = `https://${alias}.example`;
  await (await admin()).identityProviders.create({
    realm: REALM,
    alias,
    providerId: 'saml',
    enabled: true,
    trustEmail: true,
    firstBrokerLoginFlowAlias: 'linkgate browser',
    config: {
      idpEntityId: issuer,
      entityId: baseUrl,
      singleSignOnServiceUrl: `${issuer}/sso`,
      nameIDPolicyFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      validateSignature: 'false',
      wantAssertionsSigned: 'false',
      postBindingAuthnRequest: 'false',
      postBindingResponse: 'true',
    },
  });
  const endpoint = `${baseUrl}/broker/${alias}/endpoint`;
  return {
    alias,
    comeBack: async (agent, sentTo, user, authenticated) => {
      const { searchParams } = new URL(sentTo);
      const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
      const id = /\sID="([^"]+)"/.exec(request)?.[1] ?? '';
      const response = responseTo({ id, issuer, endpoint, audience: baseUrl, user, authenticated });
      return await agent.open(endpoint, {
        method: 'POST',
        body: new URLSearchParams({
          SAMLResponse: Buffer.from(response).toString('base64'),
          RelayState: searchParams.get('RelayState') ?? '',
        }),
      });
    },
    remove: async () => {
      await (await admin()).identityProviders.del({ realm: REALM, alias });
    },
  };
}

interface Described {
  id: string;
  issuer: string;
  endpoint: string;
  audience: string;
  user: string;
  authenticated: Date;
}

function responseTo({ id, issuer, endpoint, audience, user, authenticated }: Described): string {
  const now = new Date().toISOString();
  const later = new Date(Date.now() + MINUTE_MILLIS).toISOString();
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="r1" Version="2.0" IssueInstant="${now}" Destination="${endpoint}" InResponseTo="${id}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="a1" Version="2.0" IssueInstant="${now}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID>${user}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${id}" NotOnOrAfter="${later}" Recipient="${endpoint}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotOnOrAfter="${later}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${authenticated.toISOString()}" SessionIndex="s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement></saml:Assertion></samlp:Response>`;
}
