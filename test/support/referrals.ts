/** Referral codes of the realm with closed sign-up, as an administrator creates and reads them. */
import { expect } from 'vitest';
import { requestAdmin } from './admin-api.ts';

/** A code as the admin endpoint shows it; `code` only on creation. */
interface Referral {
  id: string;
  code: string;
  link?: string | null;
  uses: number;
}

/** One call of the admin endpoint; by default with the administrator's token. */
export async function callReferrals(
  method: string,
  body?: unknown,
  path = '',
  token?: string,
): Promise<Response> {
  const caller = { realm: 'linkgate-beta', ...(token !== undefined && { token }) };
  return await requestAdmin(method, `/referrals${path}`, { body, ...caller });
}

/** Creates a code. */
export async function newReferral(body: object): Promise<Referral> {
  const response = await callReferrals('POST', body);
  expect(response.status).toBe(201);
  return (await response.json()) as Referral;
}

/** How often a code was used. */
export async function usesOf(id: string): Promise<number | undefined> {
  const { referrals } = (await (await callReferrals('GET', undefined, '?max=100')).json()) as {
    referrals: Referral[];
  };
  return referrals.find((referral) => referral.id === id)?.uses;
}
