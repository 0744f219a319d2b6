/** A complete sign-in over the API at an installation that the test set up itself. */
import { expect } from 'vitest';
import { emailsTo, emailTo, linkIn } from './email.ts';
import { exchange, follow, requestLink } from './sign-in.ts';
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
  const { client_id, redirect_uri } = client;
  const response = await requestLink(
    { email, client_id, redirect_uri, scope: 'openid email' },
    place.base_url,
  );
  expect(response.status, await response.text()).toBe(200);
  return linkIn(await emailTo(email, before + 1, place.inbox_url));
}

/** Opens a link, consents, exchanges the code and reads the claims. */
export async function followAt(place: Place, client: SiteClient, link: string): Promise<SignedIn> {
  const target = await follow(link);
  const response = await exchange(target.searchParams.get('code'), client, {}, place.base_url);
  const { access_token } = (await response.json()) as { access_token: string };
  const claims = await fetch(`${place.base_url}/userinfo`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(claims.status).toBe(200);
  return (await claims.json()) as SignedIn;
}

/** The complete sign-in. */
export async function signInAt(place: Place, client: SiteClient, email: string): Promise<SignedIn> {
  return await followAt(place, client, await linkAt(place, client, email));
}
