/** Authorization requests that must be refused, and how. */
import { expect, inject } from 'vitest';
import { Agent, type Page } from '../../../support/agent.ts';
import type { Checks } from '../modules.ts';
import { authorizationUrl, errorOf, requestParameters } from '../relying-party.ts';

const { clients } = inject('site');
const { web } = clients;

/** An unsigned JWT (RFC 7519, section 6). */
function unsigned(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

async function open(parameters: Record<string, string>): Promise<Page> {
  return await new Agent().open(authorizationUrl(parameters));
}

/** The error comes to the redirect URI, with the state that was sent: among the parameters, or in the request object. */
async function redirectsWith(
  error: string,
  parameters: Record<string, string>,
  sent = parameters,
): Promise<void> {
  const { headers, status, text } = await open(parameters);
  const location = headers.get('location');
  expect(location, `a redirect, not ${status}: ${text.slice(0, 300)}`).not.toBeNull();
  expect(errorOf(new URL(location ?? ''), sent)).toBe(error);
}

/** The person sees a page of ours, and nobody is sent anywhere. */
async function showsErrorPage(parameters: Record<string, string>): Promise<void> {
  const { status, headers, text } = await open(parameters);
  expect(status).toBe(400);
  expect(headers.get('content-type')).toMatch(/^text\/html\b/);
  expect(headers.has('location')).toBe(false);
  expect(text).toContain('redirect');
}

export const REFUSAL_CHECKS = {
  'oidcc-response-type-missing': () =>
    redirectsWith('invalid_request', requestParameters({ response_type: undefined })),

  'oidcc-ensure-registered-redirect-uri': () =>
    showsErrorPage(requestParameters({ redirect_uri: `${web.redirect_uri}-not-registered` })),

  // Where the suite's server does know request objects it may answer the request; ours doesn't (contract, section 4.3).
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async () => {
    const parameters = requestParameters();
    const { state: _, nonce: __, ...outside } = parameters;
    await redirectsWith('request_not_supported', { ...outside, request: unsigned(parameters) }, parameters);
    await redirectsWith('request_not_supported', { ...parameters, request: unsigned(parameters) });
  },

  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async () => {
    const request_uri = 'https://client.example.com/request.jwt';
    await redirectsWith('request_uri_not_supported', requestParameters({ request_uri }));
  },

  'oidcc-ensure-request-object-with-redirect-uri': async () => {
    const parameters = requestParameters();
    const redirect_uri = `${web.redirect_uri}_invalid`;
    await showsErrorPage({ ...parameters, redirect_uri, request: unsigned(parameters) });
  },
} satisfies Checks;
