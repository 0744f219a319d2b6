/** Password reset by email, and SAML. */
import { deflateRawSync } from 'node:zlib';
import { formAction, location, redirected, type Scenario } from '../scenario.ts';
import { authorize, open, post, request, submit } from './requests.ts';

const browser = 'b';
const NEW_PASSWORD = { 'password-new': 'another-password', 'password-confirm': 'another-password' } as const;
const start = open('the page', 200, authorize().replace('/auth?', '/forgot-credentials?'), {
  action: formAction,
});

export const RESET: Scenario = {
  title: 'a forgotten password',
  requests: [
    ...['nobody', 'dora', 'nora'].flatMap((username) => [
      { ...start, browser: username },
      {
        ...submit(`the name ${username}`, 200, { username }, {}),
        browser: username,
      },
    ]),
    start,
    submit('no name', 200, { username: '' }),
    submit('an account', 200, { username: 'ulla@acme.example' }, {}),
    request('the link in another browser', 302, '{emailLink}', { browser: 'c' }),
    request('the link without cookies', 302, '{emailLink}'),
    open('the link', 302, '{emailLink}', { next: location }),
    open('the page for a new password', 200, '{next}', { action: formAction }),
    submit('the new password', 302, NEW_PASSWORD, { code: redirected('code') }),
    open('the link again', 400, '{emailLink}'),
  ],
};

const encoded = (xml: string) => encodeURIComponent(deflateRawSync(xml).toString('base64'));
const NAMESPACES =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const samlRequest = (kind: string, issuer: string, inner = '') =>
  encoded(
    `<samlp:${kind} ${NAMESPACES} ID="_acme" Version="2.0" IssueInstant="2026-01-01T00:00:00Z"><saml:Issuer>${issuer}</saml:Issuer>${inner}</samlp:${kind}>`,
  );
const PAYROLL = 'https://payroll.acme.example/saml';
const SAML = '~/protocol/saml';

export const SAML_SIGN_IN: Scenario = {
  title: 'SAML',
  requests: [
    open('no message', 400, SAML),
    open('an invalid request', 400, `${SAML}?SAMLRequest=nonsense`),
    open('an invalid response', 400, `${SAML}?SAMLResponse=nonsense`),
    open(
      'a request of an unknown client',
      400,
      `${SAML}?SAMLRequest=${samlRequest('AuthnRequest', 'https://nobody.example')}`,
    ),
    open('a request', 200, `${SAML}?SAMLRequest=${samlRequest('AuthnRequest', PAYROLL)}&RelayState=relay`, {
      action: formAction,
    }),
    submit('the name', 200, { username: 'ada' }),
    submit('the password', 200, { username: 'ada', password: 'ada-password' }, {}),
    open('a request in the same session', 200, `${SAML}?SAMLRequest=${samlRequest('AuthnRequest', PAYROLL)}`),
    open('a sign-in initiated by the identity provider', 400, `${SAML}/clients/none`),
    post('an invalid posted request', 400, SAML, { SAMLRequest: 'nonsense' }, { browser }),
    request('invalid SOAP', 404, `${SAML}/soap`, { headers: { 'content-type': 'text/xml' }, body: '<x/>' }),
    request('an invalid artifact', 500, `${SAML}/resolve`, {
      headers: { 'content-type': 'text/xml' },
      body: '<x/>',
    }),
    open(
      'a logout',
      200,
      `${SAML}?SAMLRequest=${samlRequest('LogoutRequest', PAYROLL, '<saml:NameID>ada@acme.example</saml:NameID>')}`,
    ),
    open('authorization after logout', 302, authorize({ prompt: 'none' })),
  ],
};
