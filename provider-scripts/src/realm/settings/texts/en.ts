/** English labels and sentences of the settings, by name; they define the keys. */
export const EN = {
  lifetime: {
    label: 'Link lifetime',
    text: 'How long a link can be used after it was sent, in seconds.',
  },
  signUp: {
    label: 'Sign-up',
    text: 'closed: only existing accounts sign in, in a Linkgate realm also holders of a referral code. open: a link also creates an account for a new address, when it is used; in a stock realm only if it allows user registration.',
  },
  confirm: {
    label: 'Confirm page',
    text: 'Asks for a click before a link signs in, so that a mail scanner that opens links uses none up. new-browser: only if the link is opened in a browser other than the one that requested it, which is always the case for links requested by an app.',
  },
  bindIp: {
    label: 'Bind to the IP address',
    text: 'A link works only from the IP address that requested it (IPv6: from the same /64). This doesn’t work for apps that request links from their own server, or for emails read on another network.',
  },
  emailContains: {
    label: 'What the email contains',
    text: 'link-and-code: the email also carries a six-digit code, which can be typed on the page that requested the link. Links requested by an app have none. code: the email contains only a code, longer than beside a link, which works in the requesting browser alone. Then apps and backends can’t have links sent, and a link opened elsewhere signs nobody in.',
  },
  crossDevice: {
    label: 'Cross-device sign-in',
    text: 'A link opened in a browser other than the one that requested it offers to sign in there instead, by three digits shown on the page that requested it. Never for accounts with admin roles, for a new password or to link an identity provider.',
  },
  rememberDevice: {
    label: 'Remember devices',
    text: 'A browser in which a link was used lists its accounts, so that their addresses need not be typed again.',
  },
  emailSender: {
    label: 'Email sender',
    text: 'smtp: Linkgate sends over connections that it keeps to the realm’s mail server. provider: the email sender installed in this Keycloak (an EmailSenderProvider, such as one for an API of an email service) sends, and gets address, subject and texts; the headers that Linkgate adds aren’t sent.',
  },
  unverified: {
    label: 'Unverified accounts',
    text: 'An account whose email address is unverified, and which has credentials or identity provider links, may have been set up by another user. reject: it gets no link. claim: a link removes them. The link of a forgotten password always does.',
  },
  passkeys: {
    label: 'Passkeys',
    text: 'Offers a passkey after a link or code, unless another factor precedes the step, and accepts passkeys on the step’s page if it asks for the address.',
  },
  shield: {
    label: 'Challenge before emails',
    text: 'always: A browser that requests an email solves a small computational task first, and so does an app that requests one for its user; scripts that request thousands pay for each. It is never asked of backends, of browsers that remember the account, or where a link, code or passkey is used. suspicious: the same, but only of requests that look like a script’s: half of the limit by IP is used, one address is given in many networks, or far more addresses than usual have no account.',
  },
  'linkgate.enabled': {
    label: 'Linkgate realm',
    text: 'Turns the realm into a Linkgate realm; a stock realm stays unchanged.',
  },
  'linkgate.backend-links': {
    label: 'Links by API',
    text: 'Lets backends request links. Off, the returned ones that are unused end, too.',
  },
  'linkgate.invitations': {
    label: 'Invitations',
    text: 'Lets administrators invite users. Off, the invitations that were sent end, too.',
  },
  'linkgate.passkeys': {
    label: 'Passkeys',
    text: 'Offers users a passkey after a sign-in by email, and lets them sign in with it.',
  },
  'linkgate.passkey-offers': {
    label: 'Offers of a passkey',
    text: 'At how many sign-ins on a device a passkey is offered, and after how many days again; 0 days: never again.',
  },
  'linkgate.new-device-notices': {
    label: 'Notices of new devices',
    text: 'An email tells users of a sign-in on a device that doesn’t remember them, with a link that ends what came of it.',
  },
  'linkgate.email-routes': {
    label: 'Email routes',
    text: 'How emails are sent, in the order in which routes are tried: smtp for the realm’s own mail server, others by name, kind and options, separated by semicolons. The next route serves only what the one before couldn’t accept; never an email that it may have accepted. Secrets are references to Keycloak’s vault.',
  },
  'linkgate.email-headers': {
    label: 'Email headers',
    text: 'Headers that are added to emails, separated by vertical bars. A client’s replace the realm’s.',
  },
  'linkgate.sender-domains': {
    label: 'Domains of senders',
    text: 'The domains that the senders of clients’ emails may have, beside the realm’s own sender.',
  },
  'linkgate.all-emails': {
    label: 'All emails by the routes',
    text: 'Keycloak’s own emails (verification, reset, required actions, invitations into organizations, events) go by the realm’s routes, too, from its sender. Otherwise they go as without Linkgate.',
  },
  'linkgate.dkim-selectors': {
    label: 'Keys of signatures',
    text: 'The names (selectors) of the DKIM keys by which your mail server or service signs, for the check of the sender. Those of some services are known.',
  },
  'linkgate.email-days': {
    label: 'Memory of emails',
    text: 'How many days the page Users shows the fate of an email: 1 to 90; it is stored for at least 14 days. Only while a route reports that.',
  },
  'linkgate.mailbox-hosts': {
    label: 'Mailboxes on the overview',
    text: 'Up to ten domains of addresses that the overview counts by themselves, beside those of large providers. All others are counted together.',
  },
  'linkgate.limit-sub-addresses': {
    label: 'Limits by mailbox',
    text: 'Limits count ada+1@… as ada@…, whatever follows the plus sign. Otherwise one mailbox gets as many emails as it has such addresses. Accounts and addresses stay as they are.',
  },
  'linkgate.limit-dotless-domains': {
    label: 'Domains that ignore dots',
    text: 'Domains whose mail servers ignore dots in front of the @: limits count a.da@… there as ada@….',
  },
  'linkgate.sign-up-rules': {
    label: 'Rules for sign-up',
    text: 'Whether the lists of denied and allowed addresses and domains, and the settings below, decide who may sign up. A rejected address gets the usual page, and no link.',
  },
  'linkgate.sign-up-unlisted': {
    label: 'Addresses that no list names',
    text: 'What happens to a new address that is neither denied nor allowed. reject: only listed addresses and domains sign up.',
  },
  'linkgate.sign-up-disposable': {
    label: 'Disposable addresses',
    text: 'What happens to new addresses at domains of disposable email, unless they are allowed. note: only the event of the new account tells. challenge: who types one solves a challenge first, as if the shield were on. reject: they don’t sign up.',
  },
  'linkgate.sign-up-disposable-list': {
    label: 'List of disposable domains',
    text: 'The https address of a list of disposable domains, a domain a line, in place of the built-in list and of the realm’s own. It is fetched daily while the rules treat disposable addresses; the last list stays while it can’t be.',
  },
  'linkgate.sign-up-include': {
    label: 'What the rules include',
    text: 'What the rules decide about beside new accounts that users create themselves. invitations and backends: the accounts that these create. sign-ins: emails to accounts that exist. address-changes: new addresses of accounts.',
  },
  'linkgate.sign-up-tell': {
    label: 'Who is told of a rejection',
    text: 'The rules by which a rejected address gets an email that says why, at most one a day: denied, unlisted, disposable. Who typed the address learns nothing on the page.',
  },
  'linkgate.account-page': {
    label: 'The user’s own page',
    text: 'Users have a page of their own, /my-account: address, sessions, devices, passkeys and applications.',
  },
  'linkgate.account-deletion': {
    label: 'Deletion by users',
    text: 'Users may delete their account on their own page; administrators may not.',
  },
  'linkgate.client-id-metadata-documents': {
    label: 'Client ID metadata documents',
    text: 'A client may name itself by a document. trusted: one of a trusted domain; approval: any other’s as well, which then waits for approval.',
  },
  'linkgate.trusted-client-domains': {
    label: 'Trusted domains',
    text: 'The domains whose clients need no approval, if they register themselves or name themselves by a document.',
  },
  'linkgate.refresh-tokens-of-new-clients': {
    label: 'Refresh tokens of new clients',
    text: 'Which refresh tokens a client gets that registers itself or names itself by a document, when it is new.',
  },
  'linkgate.allowed-protocols': {
    label: 'Other protocols',
    text: 'Protocols that are served besides OpenID Connect; a client’s approval isn’t checked in them.',
  },
  'linkgate.unknown-scopes': {
    label: 'Unknown scopes',
    text: 'What happens to a request that names a scope which its client can’t request. reject: it is invalid_scope; ignore: the other scopes are granted.',
  },
  'linkgate.shield': {
    label: 'Challenge before emails',
    text: 'What acts for a step that does not set it, and for a change of an account’s address.',
  },
  'linkgate.shield-hashes': {
    label: 'Work of a challenge',
    text: 'How many hashes (iterations of PBKDF2 with SHA-256) a challenge takes at most; half as many on average.',
  },
  'linkgate.shield-service': {
    label: 'Service against scripts',
    text: 'What tells people from scripts: proof-of-work, the shield’s own; or a service with its site key and its secret in Keycloak’s vault. Users’ browsers load the service’s script.',
  },
  'linkgate.shield-failure': {
    label: 'While the service fails',
    text: 'What acts while the service doesn’t respond within two seconds. proof-of-work: the shield’s own; closed: nobody causes an email; open: everybody does.',
  },
  'linkgate.limit.exempt': {
    label: 'Exempt networks',
    text: 'Addresses that no limit by IP counts.',
  },
  'linkgate.limit.link-email': { label: 'Links to an address', text: 'Links to an email address.' },
  'linkgate.limit.link-ip': { label: 'Links from an IP', text: 'Links requested from an IP address.' },
  'linkgate.limit.invitations': { label: 'Invitations', text: 'Emails with invitations in the realm.' },
  'linkgate.limit.link-lists': {
    label: 'Lists of users',
    text: 'Links in the realm that backends have sent to lists of users.',
  },
  'linkgate.limit.general': { label: 'Requests', text: 'Requests and submitted forms from an IP address.' },
  'linkgate.limit.session': {
    label: 'Session requests',
    text: 'Requests to /session… from an IP address, which count only here.',
  },
  'linkgate.approval': {
    label: 'Approval',
    text: 'Whether the client can be used.',
  },
  'linkgate.dpop': {
    label: 'Proof of possession',
    text: 'Binds the client’s tokens to its key (RFC 9449). Behind a proxy, Keycloak’s option proxy-headers is needed as well.',
  },
  'linkgate.second-factor': {
    label: 'Second factor',
    text: 'Whether users need a second factor; written together with what Keycloak needs for it.',
  },
  'linkgate.refresh-tokens': {
    label: 'Refresh tokens',
    text: 'Gives the client refresh tokens: until the session ends, or for this many days after the sign-in; written together with what Keycloak needs for it.',
  },
  'linkgate.refresh-grace': {
    label: 'Grace for a lost response',
    text: 'The client may use a refresh token once more within 10 seconds, while its successor is unused: its response may have been lost.',
  },
  'linkgate.initiate-login-uri': {
    label: 'Initiate login URI',
    text: 'Where the client starts a sign-in after a backend’s link or an invitation.',
  },
  'linkgate.email-route': {
    label: 'Email route',
    text: 'The route that is tried first for the client’s emails; the others follow in their order.',
  },
  'linkgate.email-from': {
    label: 'Sender',
    text: 'The address from which the client’s emails are sent, instead of the realm’s. Its domain must be among the domains of senders.',
  },
  'linkgate.email-reply-to': {
    label: 'Reply to',
    text: 'The address to which replies to the client’s emails go, instead of the realm’s.',
  },
  'linkgate.registered-at': { label: 'Registered at', text: 'When the client registered itself.' },
  'linkgate.registered-by': {
    label: 'Registered by',
    text: 'Whose access token registered the client; none for an initial access token.',
  },
  'linkgate.document-expires-at': {
    label: 'Document expires at',
    text: 'Until when the client ID metadata document counts that describes the client.',
  },
  'linkgate.rights': {
    label: 'Rights',
    text: 'Whether users could sign in, which refresh tokens the client got, and the level that it required, after its last change.',
  },
  'linkgate.api-scope': {
    label: 'API scope',
    text: 'Marks a client scope as one of an API, which clients request beside the contract’s.',
  },
  'linkgate.former-values': {
    label: 'Former values',
    text: 'What seed runs have replaced in a realm that existed before; removal restores it.',
  },
  'linkgate.set-by-files': {
    label: 'Set by files',
    text: 'Which realm files set which settings in the last seed run; the next one sets them again.',
  },
  'linkgate.seeded': { label: 'Seeded', text: 'Whether a seed run has created it.' },
  'linkgate.branding.logo': { label: 'Logo', text: 'The logo on pages and in emails.' },
  'linkgate.branding.primary-color': { label: 'Primary colour', text: 'The colour of buttons and links.' },
  'linkgate.branding.background-color': {
    label: 'Background colour',
    text: 'The colour behind pages and emails.',
  },
  'linkgate.branding.text': { label: 'Text', text: 'A line of text in emails.' },
  'linkgate.branding.subject': { label: 'Subject', text: 'The subject of emails with a link.' },
  'linkgate.branding.sender-name': { label: 'Sender’s name', text: 'The name of the emails’ sender.' },
} as const satisfies Readonly<Record<string, SettingText>>;

/** A setting's words. */
export interface SettingText {
  readonly label: string;
  /** One sentence or more; values of the setting are named as they are. */
  readonly text: string;
}

/** The words of all settings in one language. */
export type SettingTexts = Readonly<Record<keyof typeof EN, SettingText>>;
