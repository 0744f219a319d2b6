/** Stands in for the realm's partners: a brokered provider's token endpoint, and an application that is notified of sign-outs. */
import { text } from 'node:stream/consumers';
import { type LocalServer, serveLocally } from '../local-server.ts';

/** Their origin in the realm's file. */
export const PARTNERS = 'https://partners.acme.example';

const LIFETIME_SECONDS = 600;

/** A running server, and the requests that it received, as texts. */
export interface Partners extends LocalServer {
  requests: readonly string[];
}

/** Starts the server. An authorization code encodes the user whom the provider has signed in: `subject~email~nonce`. */
export async function startPartners(): Promise<Partners> {
  const requests: string[] = [];
  const server = await serveLocally(async (request, response) => {
    const body = await text(request);
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    requests.push([`${request.method} ${request.url}`, ...headers.toSorted(), '', body].join('\n'));
    response.setHeader('content-type', 'application/json');
    response.end(request.url === '/social/token' ? tokens(`${server.url}/social`, body) : '');
  });
  return { ...server, requests };
}

/** The token response. The realm doesn't verify the ID token's signature. */
function tokens(issuer: string, form: string): string {
  const [sub = '', email = '', nonce] = new URLSearchParams(form).get('code')?.split('~') ?? [];
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: 'acme', sub, email, nonce, iat: now, exp: now + LIFETIME_SECONDS };
  const [header, payload] = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return JSON.stringify({
    access_token: 'opaque',
    token_type: 'Bearer',
    expires_in: LIFETIME_SECONDS,
    id_token: `${header}.${payload}.c2ln`,
  });
}
