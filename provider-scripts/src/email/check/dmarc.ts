/** What a domain asks receivers to do with emails that aren't its own, by its DMARC record (RFC 7489). */
import { type Dns, recordsOf, tagsOf } from './dns.ts';

type DmarcPolicy = 'none' | 'quarantine' | 'reject';

export type DmarcOutcome =
  | {
      readonly state: 'found';
      /** Where the record is: the domain, or its organizational domain. */
      readonly at: string;
      readonly policy: DmarcPolicy;
      /** Whether the signature's domain, or the return path's, must be the sender's, not only of its organization. */
      readonly strictDkim: boolean;
      readonly strictSpf: boolean;
      readonly record: string;
    }
  | { readonly state: 'malformed' | 'several'; readonly at: string; readonly record: string }
  | { readonly state: 'missing' | 'failed' };

const POLICIES: readonly DmarcPolicy[] = ['none', 'quarantine', 'reject'];

/** The record for a sender's domain (RFC 7489, section 6.6.3): its own, or that of its organizational domain, whose `sp` counts for subdomains. */
export function findDmarc(dns: Dns, domain: string, organization: string): DmarcOutcome {
  const own = at(dns, domain, false);
  if (own.state !== 'missing' || organization === domain) return own;
  return at(dns, organization, true);
}

function at(dns: Dns, domain: string, isForSubdomain: boolean): DmarcOutcome {
  const answer = dns(`_dmarc.${domain}`, 'TXT');
  if (answer.state === 'failed') return { state: 'failed' };
  const records = recordsOf(answer, /^v\s*=\s*DMARC1\s*(?:;|$)/);
  const [record] = records;
  if (record === undefined) return { state: 'missing' };
  if (records.length > 1) return { state: 'several', at: domain, record };
  const tags = tagsOf(record) ?? {};
  const own = policyOf(tags.p);
  const policy = isForSubdomain && tags.sp !== undefined ? policyOf(tags.sp) : own;
  // RFC 7489, section 6.6.3: one that asks for reports counts as `none`.
  const effective = policy ?? (tags.rua === undefined ? null : 'none');
  if (effective === null) return { state: 'malformed', at: domain, record };
  return {
    state: 'found',
    at: domain,
    policy: effective,
    strictDkim: tags.adkim === 's',
    strictSpf: tags.aspf === 's',
    record,
  };
}

function policyOf(text: string | undefined): DmarcPolicy | null {
  return POLICIES.find((one) => one === text?.trim().toLowerCase()) ?? null;
}
