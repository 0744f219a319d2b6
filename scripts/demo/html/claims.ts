/** Renders claims and tokens, for the server's pages and for the single-page application. */
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { type Html, type HtmlValue, html } from './html.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Claims that count seconds since 1970 (RFC 7519 section 2, NumericDate). */
const TIME_CLAIMS: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at']);

/** A list of names and values, in the given order. */
export function valueList(values: Readonly<Record<string, HtmlValue>>): Html {
  const pairs = Object.entries(values).map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  );
  return html`<dl>${pairs}</dl>`;
}

/** A list of all claims; times also as dates. */
export function claimList(claims: Claims): Html {
  return valueList(
    Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, claimValue(name, value)])),
  );
}

function claimValue(name: string, value: unknown): Html {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return html`${text}${TIME_CLAIMS.has(name) && typeof value === 'number' && time(value)}`;
}

function time(seconds: number): Html {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return html``;
  const iso = date.toISOString();
  return html` <time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

/** A decoded token, collapsed. The signature is omitted, so the text can't be used as a token. */
export function tokenDetails(title: string, token: string): Html {
  return html`<details><summary>${title}</summary>${tokenParts(token)}</details>`;
}

function tokenParts(token: string): Html {
  try {
    return html`<h3>Header</h3>${json(decodeProtectedHeader(token))}<h3>Payload</h3>${json(decodeJwt(token))}`;
  } catch {
    return html`<p>This token isn’t a JWT: only the server can read it.</p>`;
  }
}

function json(value: object): Html {
  return html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}
