/** What a check of the sender's domain asks the DNS, and how its answers are read. */

export type DnsType = 'A' | 'AAAA' | 'MX' | 'TXT';

/** The values of the records; `none` if the name has none of the type; `failed` if that isn't known. */
export type DnsAnswer =
  | { readonly state: 'found'; readonly values: readonly string[] }
  | { readonly state: 'none' | 'failed' };

/** Asks for the records of a name, without a dot at its end. */
export type Dns = (name: string, type: DnsType) => DnsAnswer;

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const MAX_NAME = 253;

/** Whether a text can be a name in the DNS: what others publish is asked for, too. */
export function isDnsName(name: string): boolean {
  const labels = name.split('.');
  return name.length <= MAX_NAME && labels.length > 1 && labels.every((label) => LABEL.test(label));
}

/**
 * The text of a TXT record as Java shows it: its strings, separated by spaces and in quotes where they have any, belong together without one
 * (RFC 7208, section 3.3).
 */
export function textOfRecord(shown: string): string {
  let text = '';
  let isQuoted = false;
  for (let at = 0; at < shown.length; at++) {
    const one = shown.charAt(at);
    if (one === '"') isQuoted = !isQuoted;
    else if (one === '\\' && isQuoted) text += shown.charAt(++at);
    else if (one !== ' ' || isQuoted) text += one;
  }
  return text;
}

/** The texts of a name's TXT records that begin with this version. */
export function recordsOf(answer: DnsAnswer, version: RegExp): string[] {
  return answer.state === 'found' ? answer.values.map(textOfRecord).filter((text) => version.test(text)) : [];
}

/** `tag=value` pairs, separated by semicolons, as in DKIM and DMARC (RFC 6376, section 3.2); null if one is malformed or there twice. */
export function tagsOf(text: string): Readonly<Record<string, string>> | null {
  const tags: Record<string, string> = {};
  const parts = text.split(';');
  for (let index = 0; index < parts.length; index++) {
    const part = (parts[index] ?? '').trim();
    if (part === '' && index === parts.length - 1) break;
    const [, name, value = ''] = /^([A-Za-z][A-Za-z0-9_]*)\s*=\s*([^;]*)$/.exec(part) ?? [];
    if (name === undefined || Object.hasOwn(tags, name)) return null;
    tags[name] = value;
  }
  return tags;
}
