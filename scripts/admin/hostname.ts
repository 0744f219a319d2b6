/** Whether a realm's addresses come from the configuration, and not from the request's Host header, which any client can set. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';

const OTHER_HOST = 'conformance.invalid';
/** A hostname without scheme and port fixes only the host. */
const OTHER_PORT = ':49151';
const TIMEOUT_MILLISECONDS = 30_000;
/**
 * What applications request by themselves: `hostname-backchannel-dynamic` uses the request's own host, as the operator intends.
 */
const BACKEND_MEMBERS: readonly string[] = [
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'introspection_endpoint',
  'revocation_endpoint',
];

/** How to fix the hostname. */
export const HOSTNAME_FIX =
  'start Keycloak with hostname=<the server’s full URL>, or set the realm’s frontend URL; without either, Linkgate sends no links';

/** Whether the discovery document of the realm at this URL has no host or port that a request named. */
export async function hasFixedHostname(baseUrl: string): Promise<boolean> {
  const document = await bodyFor(`${baseUrl}/.well-known/openid-configuration`, OTHER_HOST + OTHER_PORT);
  const seen = JSON.stringify(JSON.parse(document), (name, value) =>
    BACKEND_MEMBERS.includes(name) ? undefined : value,
  );
  return ![OTHER_HOST, OTHER_PORT].some((named) => seen.includes(named));
}

/** `fetch` doesn't let a caller choose the Host header; Node would make TLS expect that host's certificate, too. */
function bodyFor(url: string, host: string): Promise<string> {
  const { protocol, hostname } = new URL(url);
  const request = protocol === 'https:' ? requestHttps : requestHttp;
  // An IP address isn't a server name (RFC 6066, section 3).
  const servername = isIP(hostname.replace(/^\[|\]$/g, '')) ? '' : hostname;
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(text)).on('error', reject);
    };
    request(url, { headers: { host }, servername, signal }, read).on('error', reject).end();
  });
}
