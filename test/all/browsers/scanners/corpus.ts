/**
 * How mail scanners handle the links of an email, modelled on email security products for companies and on email clients' own
 * features. Each processes an email before its user opens it, or after the sign-in.
 */
import { simpleParser } from 'mailparser';
import { visit } from '../../../support/chromium.ts';
import { sourceOf } from '../../../support/email.ts';
import { newCaller, requestFrom } from '../../../support/from-address.ts';
import { prefetchEmbedded, pressEverything } from './in-browser.ts';
import { LIKE_A_BROWSER, type Scanner } from './scanner.ts';

/** One behaviour. */
export interface Behaviour {
  /** Its name in the table. */
  name: string;
  /** The products known for it. */
  of: string;
  scan(scanner: Scanner): Promise<unknown>;
  /** The link as the user receives it, if it was rewritten. */
  delivered?(link: string): string;
  /** It runs only after the user's sign-in. */
  late?: true;
}

/** The only behaviour that no button on a page protects against. */
export const PRESSES = 'presses every button';

/** Programs of one scanner use many addresses of a cloud. */
const ADDRESSES = 4;

/** How many pages deep a program submits forms. */
const DEPTH = 3;

/** The encoding of `=` in quoted-printable, and of a soft line break (RFC 2045, section 6.7). */
const QUOTED_EQUALS = '=3D';
const LINE = 75;

export const CORPUS: readonly Behaviour[] = [
  {
    name: 'sends a HEAD request',
    of: 'link checkers of gateways, before a closer look',
    scan: async ({ link, program }) => await program().request(link, { method: 'HEAD' }),
  },
  {
    name: 'sends a GET marked as a preview',
    of: 'Safari, Chrome and Firefox, and email clients built on them',
    scan: async ({ link, program }) => {
      const marks = [
        { 'sec-purpose': 'prefetch;prerender' },
        { purpose: 'preview' },
        { 'x-purpose': 'preview' },
        { 'x-moz': 'prefetch' },
      ];
      for (const mark of marks) await program({ ...LIKE_A_BROWSER, ...mark }).open(link);
    },
  },
  {
    name: 'sends a GET as a program',
    of: 'link previews in chats, reputation services',
    scan: async ({ link, program }) =>
      await program({ accept: '*/*', 'user-agent': 'LinkCheck/1.0' }).open(link),
  },
  {
    name: 'sends a GET like a browser',
    of: 'gateways that hide what they are, with cookies and redirects',
    scan: async ({ link, program }) => await program().open(link),
  },
  {
    name: 'sends GETs from many addresses',
    of: 'sandboxes in a cloud, all at once and before the user',
    scan: async ({ link, program }) =>
      await Promise.all(
        Array.from({ length: ADDRESSES }, async () => await program(LIKE_A_BROWSER, newCaller()).open(link)),
      ),
  },
  {
    name: 'rewrites and re-encodes links',
    of: 'Safe Links, URL Defense and the like; marketing tools that add parameters',
    scan: async ({ link, program }) => await program().request(rewritten(link), { method: 'HEAD' }),
    delivered: rewritten,
  },
  {
    name: 'rewrites, and looks at the click',
    of: 'the same, with a check at the click',
    scan: async ({ link, program }) => await program().open(rewritten(link)),
    delivered: rewritten,
  },
  {
    name: 'follows with scripts',
    of: 'sandboxes that detonate links in a real browser',
    scan: async ({ link, browser }) => {
      const page = await (await browser()).newPage();
      await visit(page, link, { waitUntil: 'networkidle' });
      await page.mouse.move(20, 20);
      await page.mouse.wheel(0, 500);
    },
  },
  {
    name: 'sends every form',
    of: 'crawlers that look for password forms',
    scan: sendForms,
  },
  {
    name: PRESSES,
    of: 'sandboxes that imitate a user',
    scan: async ({ link, browser }) => await pressEverything(await browser(), link),
  },
  {
    name: 'comes hours late',
    of: 'services that check delivered email again',
    late: true,
    scan: async ({ link, program }) => {
      await program().request(link, { method: 'HEAD' });
      await program().open(link);
    },
  },
  {
    name: 'sends every form hours late',
    of: 'the same, crawling',
    late: true,
    scan: sendForms,
  },
  {
    name: 'reads the text part only',
    of: 'gateways that deliver text for HTML',
    scan: async ({ email, program }) => {
      const { text = '' } = await simpleParser(await sourceOf(email));
      for (const link of linksIn(text)) await program().open(link);
    },
  },
  {
    name: 'reads the HTML part only',
    of: 'gateways that drop the text',
    scan: async ({ email, program }) => {
      const { html } = await simpleParser(await sourceOf(email));
      const anchors = [...String(html).matchAll(/<a [^>]*href="([^"]*)"/g)];
      for (const [, href = ''] of anchors) await program().open(href.replaceAll('&amp;', '&'));
    },
  },
  {
    name: 'prefetches as image and style sheet',
    of: 'browsers that show an email, or search in it',
    scan: async ({ link, browser }) => await prefetchEmbedded(await browser(), link),
  },
  {
    name: 'fetches images by a proxy',
    of: 'image proxies of email services',
    scan: async ({ link, program }) =>
      await program({ accept: 'image/avif,image/webp,image/*;q=0.8', 'user-agent': 'ImageProxy' }).open(link),
  },
  {
    name: 'breaks quoted-printable',
    of: 'old gateways that rewrite emails without decoding them',
    scan: async ({ link, program }) => {
      const quoted = link.replace('=', QUOTED_EQUALS);
      for (const broken of [quoted.slice(0, LINE), `${quoted.slice(0, LINE)}=`, `${link.slice(0, -1)}=`])
        await program().open(broken);
    },
    delivered: (link) => link.replace('=', QUOTED_EQUALS),
  },
  {
    name: 'changes the case of the host',
    of: 'filters that normalise links',
    scan: async ({ link }) => {
      const { host } = new URL(link);
      await requestFrom(newCaller(), link, {
        method: 'HEAD',
        headers: { ...LIKE_A_BROWSER, host: host.toUpperCase() },
      });
    },
    delivered: (link) => {
      const { origin } = new URL(link);
      return origin.toUpperCase() + link.slice(origin.length);
    },
  },
  {
    name: 'unsubscribes',
    of: 'bots that clean up a mailbox by one-click unsubscribing (RFC 8058)',
    scan: async ({ email, link, program }) => {
      const { headers, text = '' } = await simpleParser(await sourceOf(email));
      const named = linksIn(JSON.stringify(headers.get('list') ?? ''));
      const body = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      for (const url of [...named, ...linksIn(text), link])
        await program().open(url, { method: 'POST', body: body() });
    },
  },
];

function linksIn(text: string): string[] {
  return text.match(/https?:\/\/[^\s"<>]+/g) ?? [];
}

/** Percent-encodes every character that may be, with lower-case digits, and adds a parameter. */
function rewritten(link: string): string {
  const { origin, pathname, searchParams } = new URL(link);
  const token = searchParams.get('token') ?? '';
  const encoded = token.replace(/[._-]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${origin}${pathname}?utm_source=email&token=${encoded}&data=05%7C02#rewritten`;
}

/** Submits all forms of a page and of the resulting pages by `form.submit()`, as a script does: it presses no button. */
async function sendForms({ link, program }: Scanner): Promise<void> {
  const agent = program();
  const page = await agent.open(link);
  let pages = [page];
  for (let depth = 0; depth < DEPTH; depth++) {
    const next = [];
    for (const { text, url } of pages) {
      for (const [form] of text.matchAll(/<form[\s\S]*?<\/form>/g)) {
        const action = new URL(unescaped(/\saction="([^"]*)"/.exec(form)?.[1] ?? ''), url);
        if (action.origin === new URL(link).origin)
          next.push(await agent.open(action.href, { method: 'POST', body: filledIn(form) }));
      }
    }
    pages = next;
  }
}

/** Hidden fields unchanged; the others with a crawler's input. */
function filledIn(form: string): URLSearchParams {
  const body = new URLSearchParams();
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const value = input.includes('type="hidden"') ? /\svalue="([^"]*)"/.exec(input)?.[1] : '123';
    body.append(/\sname="([^"]*)"/.exec(input)?.[1] ?? '', unescaped(value ?? ''));
  }
  return body;
}

function unescaped(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
}
