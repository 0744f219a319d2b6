/** The web page of a mailbox, by the domain of its address: for providers whose own users have no other domain. */

/** A provider's name and the page where its users read their email. */
export interface Webmail {
  readonly name: string;
  readonly url: string;
}

const WEBMAILS: readonly (readonly [Webmail, ...domains: string[]])[] = [
  [{ name: 'Gmail', url: 'https://mail.google.com/' }, 'gmail.com', 'googlemail.com'],
  [
    { name: 'Outlook', url: 'https://outlook.live.com/mail/' },
    ...['outlook.com', 'outlook.de', 'outlook.fr', 'outlook.es', 'outlook.jp', 'outlook.sa'],
    ...['hotmail.com', 'hotmail.co.uk', 'hotmail.de', 'hotmail.fr', 'hotmail.es', 'hotmail.co.jp'],
    ...['live.com', 'live.de', 'live.fr', 'live.jp', 'msn.com'],
  ],
  [
    { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' },
    ...['yahoo.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr', 'yahoo.es', 'ymail.com'],
  ],
  [{ name: 'Yahoo!メール', url: 'https://mail.yahoo.co.jp/' }, 'yahoo.co.jp'],
  [{ name: 'iCloud Mail', url: 'https://www.icloud.com/mail/' }, 'icloud.com', 'me.com', 'mac.com'],
  [{ name: 'Proton Mail', url: 'https://mail.proton.me/' }, 'proton.me', 'protonmail.com', 'pm.me'],
  [{ name: 'GMX', url: 'https://www.gmx.net/' }, 'gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch'],
  [{ name: 'WEB.DE', url: 'https://web.de/' }, 'web.de'],
  [{ name: 'AOL Mail', url: 'https://mail.aol.com/' }, 'aol.com'],
  [{ name: 'Orange', url: 'https://messagerie.orange.fr/' }, 'orange.fr'],
];

/** Returns it for an address; null for any other domain, whose mailbox could be anywhere. */
export function webmailOf(address: string): Webmail | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return WEBMAILS.find(([, ...domains]) => domains.includes(domain))?.[0] ?? null;
}
