/** A complete sign-in over the API at an installation that the test set up itself. */
import { expect } from 'vitest';
import { emailsTo } from './email.ts';
import { bearer } from './form.ts';
import { exchange, follow, linkFor } from './sign-in.ts';
import type { SiteClient } from './site.ts';

/** As named in `.local/run.json`. */
export interface Place {
  base_url: string;
  inbox_url: string;
}

/** The claims that identify the user. */
export interface SignedIn {
  sub: string;
  email: string;
}

/** Requests a link and returns it once it arrives. */
export async function linkAt(place: Place, client: SiteClient, email: string): Promise<string> {
  const before = (await emailsTo(email, place.inbox_url)).length;
  return await linkFor(email, client, { scope: 'openid email', emailNumber: before + 1 }, place);
}

/** Opens a link, consents, exchanges the code and reads the claims. */
export async function followAt(place: Place, client: SiteClient, link: string): Promise<SignedIn> {
  const target = await follow(link);
  const response = await exchange(target.searchParams.get('code'), client, {}, place.base_url);
  const { access_token } = (await response.json()) as { access_token: string };
  const claims = await fetch(`${place.base_url}/userinfo`, { headers: bearer(access_token) });
  expect(claims.status).toBe(200);
  return (await claims.json()) as SignedIn;
}

/** The complete sign-in. */
export async function signInAt(place: Place, client: SiteClient, email: string): Promise<SignedIn> {
  return await followAt(place, client, await linkAt(place, client, email));
}
