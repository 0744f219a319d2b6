/** The OpenID Foundation's Basic OP plan: each of its modules by name, or why it doesn't apply. */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { CODE_REUSE_CHECKS, useCodeEarly } from './checks/code-reuse.ts';
import { REFUSAL_CHECKS } from './checks/refusal.ts';
import { REQUEST_CHECKS } from './checks/request.ts';
import { SESSION_CHECKS } from './checks/session.ts';
import { allScopesOfDiscovery, USERINFO_CHECKS } from './checks/userinfo.ts';
import { type Checks, NOT_APPLICABLE, PLAN } from './modules.ts';
import { authorizationUrl, errorOf, requestParameters } from './relying-party.ts';

const { baseUrl } = inject('site');

// The order is the order of running: the module that looks back 30 seconds comes last.
const CHECKS: Checks = {
  ...REQUEST_CHECKS,
  ...USERINFO_CHECKS,
  ...SESSION_CHECKS,
  ...REFUSAL_CHECKS,
  ...CODE_REUSE_CHECKS,
};

describe('the Basic OP plan', () => {
  beforeAll(useCodeEarly);

  test.each(Object.entries(CHECKS))('%s', async (_, check) => {
    await check();
  });

  test('every module is checked, or has a reason not to be', () => {
    const covered = [...Object.keys(CHECKS), ...Object.keys(NOT_APPLICABLE)];
    expect(covered.sort()).toEqual([...PLAN].sort());
  });
});

describe('what the plan leaves out', () => {
  test('is left out by the discovery document', async () => {
    const answer = await fetch(`${baseUrl}/.well-known/openid-configuration`);
    const document = (await answer.json()) as Record<string, unknown>;
    expect(document).toMatchObject({
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: expect.not.arrayContaining(['phone', 'offline_access']),
      grant_types_supported: expect.not.arrayContaining(['refresh_token']),
      // Absent would mean true (OpenID Connect Discovery, section 3).
      request_uri_parameter_supported: false,
    });
    expect(document).not.toHaveProperty('request_object_signing_alg_values_supported');
  });

  test('phone isn’t a scope', async () => {
    const parameters = requestParameters({ scope: 'openid phone' });
    const page = await new Agent().open(authorizationUrl(parameters));
    expect(errorOf(new URL(page.headers.get('location') ?? ''), parameters)).toBe('invalid_scope');
  });

  test('every scope of the discovery document at once', allScopesOfDiscovery);
});
