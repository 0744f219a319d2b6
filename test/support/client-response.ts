/** Authorization responses, in any response mode. */
import type { Page } from './agent.ts';

/** An authorization response: mode, target and parameters. */
export interface ClientResponse {
  mode: 'query' | 'fragment' | 'form_post';
  to: string;
  parameters: Record<string, string>;
}

/** The authorization response in a page; null if the page needs the user’s input. */
export function clientResponseOf(page: Page): ClientResponse | null {
  const location = page.headers.get('location');
  if (location !== null) return inAddress(location);
  const form = /<form[^>]*method="post"[^>]*action="([^"]*)"/i.exec(page.text);
  if (page.status !== 200 || form === null || !/onload="document\.forms\[0\]\.submit\(\)"/i.test(page.text))
    return null;
  const parameters: Record<string, string> = {};
  for (const [, name = '', value = ''] of page.text.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/gi,
  ))
    parameters[name] = unescaped(value);
  return { mode: 'form_post', to: unescaped(form[1] ?? ''), parameters };
}

function inAddress(location: string): ClientResponse {
  const { href, search, hash } = new URL(location);
  const inFragment = hash.length > 1;
  return {
    mode: inFragment ? 'fragment' : 'query',
    to: href.slice(0, href.length - (inFragment ? hash : search).length),
    parameters: Object.fromEntries(new URLSearchParams((inFragment ? hash : search).slice(1))),
  };
}

function unescaped(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
