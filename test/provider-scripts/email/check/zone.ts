/** A zone of a test, as Java shows its records. */
import type { Dns, DnsType } from '../../../../provider-scripts/src/email/check/dns.ts';

/** Records by `name type`; a name that is `failed` isn't answered for. */
export type Zone = Readonly<Record<string, readonly string[] | 'failed'>>;

/** The DNS with these records; `asked` gets what it is asked for. */
export function dnsOf(zone: Zone, asked: string[] = []): Dns {
  return (name: string, type: DnsType) => {
    const key = `${name} ${type}`;
    asked.push(key);
    const values = zone[key];
    if (values === 'failed') return { state: 'failed' };
    return values === undefined ? { state: 'none' } : { state: 'found', values };
  };
}
