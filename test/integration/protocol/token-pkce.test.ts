/** Proof keys at the token endpoint (contract, section 2.8; RFC 7636, sections 4.5 and 4.6). */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { codeFrom, exchangeFields, pkcePair, signedIn } from '../../support/authorization.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { post } from '../../support/form.ts';
import { expectRejection } from '../../support/rejection.ts';

const { clients } = inject('site');
const { web, spa, mobile } = clients;

describe.each(ENDPOINTS)('the token endpoint at $kind', ({ auth, token }) => {
  describe.each([
    ['a client with a secret', web],
    ['a page', spa],
    ['an app', mobile],
  ])('for %s', (_, client) => {
    let live: Agent;
    beforeAll(async () => {
      live = await signedIn(client, pkcePair().challenge);
    });

    test.each(['S256', 'plain'] as const)('accepts the verifier of a challenge by %s', async (method) => {
      const { verifier, challenge } = pkcePair(method);
      const code = await codeFrom(live, client, { at: auth, fields: challenge });
      const response = await post(token, exchangeFields(client, code, { code_verifier: verifier }));
      expect(response.status, await response.text()).toBe(200);
    });

    test('treats a challenge without a method as plain', async () => {
      const { verifier } = pkcePair();
      const code = await codeFrom(live, client, { at: auth, fields: { code_challenge: verifier } });
      const response = await post(token, exchangeFields(client, code, { code_verifier: verifier }));
      expect(response.status, await response.text()).toBe(200);
    });

    test.each([
      ['none', () => undefined],
      ['an empty one', () => ''],
      ['another', () => pkcePair().verifier],
      ['one that is too short', () => 'short'],
      ['one that is too long', () => 'v'.repeat(129)],
      ['one with characters it can’t have', () => `${'v'.repeat(43)}+/ `],
      ['the challenge itself', (challenge: string) => challenge],
    ])('rejects %s if a verifier is required', async (__, wrong) => {
      const { challenge } = pkcePair();
      const code = await codeFrom(live, client, { at: auth, fields: challenge });
      const verifier = wrong(String(challenge.code_challenge));
      const response = await post(token, exchangeFields(client, code, { code_verifier: verifier }));
      await expectRejection(response, 400, 'invalid_grant', /code_verifier_invalid/);
    });

    test('rejects another verifier of a plain challenge', async () => {
      const { verifier } = pkcePair();
      const { challenge } = pkcePair('plain');
      const code = await codeFrom(live, client, { at: auth, fields: challenge });
      const response = await post(token, exchangeFields(client, code, { code_verifier: verifier }));
      await expectRejection(response, 400, 'invalid_grant', /code_verifier_invalid/);
    });
  });

  test('rejects a verifier if the request had no challenge (no downgrade)', async () => {
    const code = await codeFrom(await signedIn(web), web, { at: auth });
    const fields = exchangeFields(web, code, { code_verifier: pkcePair().verifier });
    await expectRejection(await post(token, fields), 400, 'invalid_grant');
  });

  test('needs no verifier of a client with a secret that sent no challenge', async () => {
    const code = await codeFrom(await signedIn(web), web, { at: auth });
    expect((await post(token, exchangeFields(web, code))).status).toBe(200);
  });
});
