/** Sends forms as clients do, and forms that no client should send; reads those of pages. */
import type { Page } from './agent.ts';
import type { SiteClient } from './site.ts';

/** Parameters by name: an array is a repeated parameter, `undefined` an omitted one. */
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parameters as a form or a query string. */
export function formOf(fields: Fields): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) form.append(name, one);
  }
  return form;
}

/** Posts a form; returns the raw response. */
export async function post(
  url: string,
  fields: Fields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await fetch(url, { method: 'POST', body: formOf(fields), headers, redirect: 'manual' });
}

/** A client's credentials as form fields (contract, section 5). */
export function credentials({ client_id, client_secret }: SiteClient): Fields {
  return { client_id, client_secret };
}

/** Client authentication as an HTTP Basic header (RFC 6749, section 2.3.1). */
export function basic({ client_id, client_secret }: Pick<SiteClient, 'client_id' | 'client_secret'>): {
  authorization: string;
} {
  return { authorization: `Basic ${btoa(`${client_id}:${client_secret ?? ''}`)}` };
}

/** A bearer token as a header. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** The value of a page's hidden field; empty if it has none. */
export function hiddenValue({ text }: Pick<Page, 'text'>, name: string): string {
  return new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1] ?? '';
}

/** The URL that a page's first form is sent to; empty without one. */
export function formActionOf({ text }: Pick<Page, 'text'>): string {
  return /<form[^>]*action="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
}
