/** Addresses as users have them at hand. Browsers use this as well. */

/** An address, which nobody has validated yet, and the name that stood before it. */
interface Mailbox {
  email: string;
  name: string | null;
}

/** Takes apart what was typed, or copied from a mail program: `Ada <ada@example.com>` (RFC 5322, section 3.4), or the address alone. */
export function mailboxIn(typed: string): Mailbox {
  const text = withoutSeparator(typed.trim());
  const [, before = '', email = text] = /^([^<>]*)<\s*([^<>\s]+)\s*>$/.exec(text) ?? [];
  const name = withoutQuotes(before.trim());
  return { email, name: name === '' || name === email ? null : name };
}

/** Without what stands between addresses. An expression for the blanks before it would look at each run of them from each of its blanks. */
function withoutSeparator(text: string): string {
  return text.endsWith(';') || text.endsWith(',') ? text.slice(0, -1).trim() : text;
}

function withoutQuotes(name: string): string {
  const [, quoted] = /^"(.*)"$/.exec(name) ?? /^'(.*)'$/.exec(name) ?? [];
  return quoted === undefined ? name : quoted.replace(/\\(.)/g, '$1').trim();
}
