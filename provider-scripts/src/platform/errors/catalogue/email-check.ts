/** What a check of the sender's domain, or of an email that arrived, tells, by id (docs/admin-api.json): English texts with their values in braces. */
export const EMAIL_CHECK_TEXTS = {
  'dkim-found': '{route}: {domain} publishes the key {selector} for signatures ({key})',
  'dkim-malformed': '{route}: the key {selector} of {domain} can’t be read',
  'dkim-missing': '{route}: {domain} publishes no key for signatures of these names: {selectors}',
  'dkim-revoked': '{route}: the key {selector} of {domain} is revoked',
  'dkim-test':
    '{route}: the key {selector} of {domain} is marked as a test, so that receivers may ignore its signatures',
  'dkim-unknown': '{route}: the name of its key isn’t known: set linkgate.dkim-selectors',
  'dkim-weak': '{route}: the key {selector} of {domain} has {bits} bits; receivers want {min} at least',
  'dmarc-malformed': 'the DMARC record of {domain} has no policy that exists',
  'dmarc-missing': '{domain} has no DMARC record; large mailbox providers want one',
  'dmarc-none': 'the DMARC policy for {domain} is none: forged emails arrive, too',
  'dmarc-policy': 'the DMARC policy for {domain} is {policy}',
  'dmarc-several': '{domain} has several DMARC records, so that none counts',
  'dns-failed': 'no name server answered about {name} in time',
  'link-absent': 'the text has no link to {link}: paste the source of a test email',
  'link-other':
    'links lead to {host}, which isn’t below the sender’s domain {domain}: filters and users trust that less',
  'link-rewritten':
    'a link leads to {host} instead of {link}: click tracking is on, which uses links up and tells a third party',
  'link-same': 'links lead to {host}, of the same domain as the sender {domain}',
  'link-untouched': 'the link arrived as it was sent: {link}',
  'mx-address': '{domain} has no MX record, only an address; some receivers reject such senders',
  'mx-found': '{domain} receives email',
  'mx-missing':
    '{domain} receives no email: neither replies nor bounces arrive, and receivers reject such senders',
  'mx-null': '{domain} says that it receives no email (a null MX), so that receivers reject it as a sender',
  received: 'the receiving server found: SPF {spf}, DKIM {dkim}, DMARC {dmarc}',
  'sender-local': '{domain} is no domain of the DNS',
  'sender-missing': 'the realm has no sender (Realm settings, Email, From)',
  'spf-excludes': '{route}: the SPF record of {domain} doesn’t list {what}',
  'spf-include-missing':
    'the SPF record of {domain} includes {name}, which has none, so that it doesn’t count',
  'spf-included': '{route}: the SPF record of {domain} includes {include}',
  'spf-internal': '{route}: the address by which {host} sends to others isn’t known here',
  'spf-lookups': 'the SPF record of {domain} causes more lookups than receivers do, so that it doesn’t count',
  'spf-malformed': 'the SPF record of {domain} has an error, so that it doesn’t count: {part}',
  'spf-missing': '{domain} has no SPF record',
  'spf-passes': '{route}: the SPF record of {domain} lists its address {address}',
  'spf-service':
    '{route}: the SPF record of {domain} doesn’t include {include}; it needn’t if the service has a return path of its own and DKIM is set up',
  'spf-several': '{domain} has several SPF records, so that none counts',
  'tracking-off': '{route}: each request turns click tracking off',
  'tracking-service':
    '{route}: click tracking is a setting of the domain at the service: compare a test email',
  'tracking-unknown': '{route}: whether a mail server changes links only shows in a test email: compare one',
} as const;
export type EmailCheckId = keyof typeof EMAIL_CHECK_TEXTS;
