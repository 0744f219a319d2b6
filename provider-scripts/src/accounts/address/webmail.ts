/** The web page of a mailbox, by the domain of its address: for providers whose own users have no other domain. */

/** A provider's name and the page where its users read their email: the sender's emails, where the provider has such URLs. */
export interface Webmail {
  readonly name: string;
  readonly url: string;
}

/** How the provider's URL goes on to the emails from a sender, also those in the spam folder; both are encoded. */
type Search = (sender: string, mailbox: string) => string;

interface Provider extends Webmail {
  readonly search?: Search;
}

/** Of the two providers with one web application. */
const yahooSearch: Search = (sender) => `d/search/keyword=${encodeURIComponent(`from%3A${sender}`)}`;

/** The known providers, each with the domains of its addresses; the first names it in counts. */
export const WEBMAILS: readonly (readonly [Provider, ...domains: string[]])[] = [
  [
    {
      name: 'Gmail',
      url: 'https://mail.google.com/',
      search: (sender, mailbox) => `mail/?authuser=${mailbox}#search/from%3A${sender}+in%3Aanywhere`,
    },
    'gmail.com',
    'googlemail.com',
  ],
  [
    { name: 'Outlook', url: 'https://outlook.live.com/mail/' },
    ...['outlook.com', 'outlook.de', 'outlook.fr', 'outlook.es', 'outlook.jp', 'outlook.sa'],
    ...['hotmail.com', 'hotmail.co.uk', 'hotmail.de', 'hotmail.fr', 'hotmail.es', 'hotmail.co.jp'],
    ...['live.com', 'live.de', 'live.fr', 'live.jp', 'msn.com'],
  ],
  [
    { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/', search: yahooSearch },
    ...['yahoo.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr', 'yahoo.es', 'ymail.com'],
  ],
  [{ name: 'Yahoo!メール', url: 'https://mail.yahoo.co.jp/' }, 'yahoo.co.jp'],
  [{ name: 'iCloud Mail', url: 'https://www.icloud.com/mail/' }, 'icloud.com', 'me.com', 'mac.com'],
  [
    {
      name: 'Proton Mail',
      url: 'https://mail.proton.me/',
      search: (sender) => `u/0/all-mail#from=${sender}`,
    },
    ...['proton.me', 'protonmail.com', 'pm.me'],
  ],
  [{ name: 'GMX', url: 'https://www.gmx.net/' }, 'gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch'],
  [{ name: 'WEB.DE', url: 'https://web.de/' }, 'web.de'],
  [{ name: 'AOL Mail', url: 'https://mail.aol.com/', search: yahooSearch }, 'aol.com'],
  [{ name: 'Orange', url: 'https://messagerie.orange.fr/' }, 'orange.fr'],
];

/** The provider of an address's mailbox, by the first of its domains; null for any other. */
export function mailboxHostOf(address: string): string | null {
  const domain = domainOf(address);
  return WEBMAILS.find(([, ...domains]) => domains.includes(domain))?.[1] ?? null;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Returns it for an address and the sender of the email; null for any other domain, whose mailbox could be anywhere. */
export function webmailOf(address: string, sender: string): Webmail | null {
  const domain = domainOf(address);
  const provider = WEBMAILS.find(([, ...domains]) => domains.includes(domain))?.[0];
  if (provider === undefined) return null;
  const { name, url, search } = provider;
  const found = sender === '' ? undefined : search?.(encodeURIComponent(sender), encodeURIComponent(address));
  return { name, url: url + (found ?? '') };
}
