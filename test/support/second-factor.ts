/** Clients of the sample realm with a second factor, as an administrator sets it, and users who prove theirs. */

import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import type { SecondFactor } from '../../provider-scripts/src/realm/settings/choices.ts';
import { admin, REALM } from './admin.ts';
import { type AdminResponse, callAdminApi } from './admin-api.ts';
import type { Agent, Page } from './agent.ts';
import { oneTimePassword, promptsForOneTimePassword } from './level-flow.ts';
import { passNotBefore } from './not-before.ts';
import { exchange, submitConsent } from './sign-in.ts';
import type { SiteClient } from './site.ts';

/** A client in the admin API, as far as it is read here. */
interface Shown {
  id: string;
  version: string;
  second_factor: SecondFactor;
}

/** A response: the client, or why the setting was rejected. */
type Answer = AdminResponse<Shown & { id: string; values: Record<string, string> }>;

/** Tries to set it; returns the response. */
export async function putSecondFactor(clientId: string, mode: SecondFactor, token?: string): Promise<Answer> {
  const [found] = await (await admin()).clients.find({ realm: REALM, clientId });
  const path = `/clients/${found?.id}`;
  const { json } = await callAdminApi<Shown>('GET', path);
  return await callAdminApi('PUT', `${path}/second-factor`, {
    body: { second_factor: mode, version: json.version },
    ...(token === undefined ? {} : { token }),
  });
}

/** Sets it; the returned function takes it off. */
export async function setSecondFactor(
  { client_id: clientId }: { client_id: string },
  mode: SecondFactor,
): Promise<() => Promise<void>> {
  const { status, json } = await putSecondFactor(clientId, mode);
  expect([status, json.second_factor], JSON.stringify(json)).toEqual([200, mode]);
  await passNotBefore(clientId);
  return async () => {
    expect((await putSecondFactor(clientId, 'none')).status).toBe(200);
  };
}

/** The `acr` of the ID token for a redirect to the client. */
export async function acrOf(target: URL, client: SiteClient): Promise<unknown> {
  const response = await exchange(target.searchParams.get('code'), client);
  const tokens = (await response.json()) as { id_token?: string };
  expect(response.status, `${target.search} ${JSON.stringify(tokens)}`).toBe(200);
  return decodeJwt(tokens.id_token ?? '').acr;
}

/** Expects the page of the second factor, proves it, and returns the `acr` of the sign-in. */
export async function proveFactor(
  agent: Agent,
  page: Page,
  client: SiteClient,
  secret: string,
): Promise<unknown> {
  expect(promptsForOneTimePassword(page), page.text.slice(0, 800)).toBe(true);
  const end = await submitConsent(agent, await agent.submit(page, { otp: oneTimePassword(secret) }));
  return await acrOf(end, client);
}
