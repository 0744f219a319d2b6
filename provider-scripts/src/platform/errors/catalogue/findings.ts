/** Findings about a realm's settings, by id (docs/admin-api.json): the public texts with their values in braces. */

/** The ids, which are never renamed; a value whose name ends in `_seconds` is a duration. */
export const FINDINGS = {
  'all-emails-unused':
    '{setting} has no effect: the server names another sender of emails (spi-email-sender--provider)',
  'client-id-of-client': 'the ID of the client {client} is a name of the client {other}, too',
  'client-id-of-document': 'the client {client} registered itself with the URL of a document as its ID',
  'client-id-reserved':
    'the client {client} registered itself with the ID of the client of Linkgate’s administration pages',
  'client-id-of-scope':
    'the ID of the client {client}, which no administrator chose, is the audience of the API scope {scope}',
  'domain-list-empty': 'the list of disposable domains at {address} has no domain',
  'domain-list-large': 'the list of disposable domains at {address} has more than {max} domains',
  'domain-list-malformed': 'line {line} of the list of disposable domains at {address} is no domain',
  'domain-list-status': 'the list of disposable domains at {address}: status {status}',
  'domain-list-unreachable': 'the list of disposable domains at {address} can’t be fetched: {failure}',
  'email-address-denied': 'the server’s operator doesn’t allow the address of the email service',
  'email-address-suppressed': 'the address gets no emails, after what was reported of an earlier one',
  'email-api-busy': 'the email service accepts no more emails for now',
  'email-api-failed': 'the email service fails',
  'email-api-rejected': 'the email service rejects the request',
  'email-api-unclear': 'the email service doesn’t say whether it accepts the email',
  'email-certificate-untrusted': 'the mail server’s certificate is not trusted, or is for another name',
  'email-command-rejected': 'the mail server rejects a command',
  'email-connection-lost': 'the mail server closes the connection',
  'email-connection-refused': 'the mail server does not accept connections at its host and port',
  'email-failed': 'an error of none of the known kinds',
  'email-host-unknown': 'the host of the mail server is unknown',
  'email-login-rejected': 'the mail server rejects the login',
  'email-mailbox-full': 'the mailbox of the recipient is full',
  'email-no-response': 'the mail server does not respond in time',
  'email-queue-full': 'too many emails wait to be sent',
  'email-recipient-rejected': 'the mail server rejects the recipient',
  'email-secret-missing': 'the server’s vault doesn’t give the secret',
  'email-tls-failed': 'no TLS connection to the mail server: is its port one without TLS?',
  'email-token-failed': 'no token for the login to the mail server was issued',
  'flow-without-step': 'the flow {flow} has no enabled step for links that a sign-in can reach',
  'header-forbidden': '{setting}: {header} is a header that can’t be set, or is there twice',
  'header-malformed': '{setting}: "{given}" is not a header such as X-Product: shop',
  'headers-number': '{setting} has more than {max} headers',
  'http-address': '{address} is http',
  'http-allowed': 'sslRequired is none: other machines may use http',
  'lifetime-other': '{setting} is {is_seconds} s instead of {wanted_seconds}',
  'lifetime-short': '{setting} is {is_seconds} s, under {min_seconds}',
  'limit-malformed':
    '{setting} is "{given}", which is not of the form count/seconds, up to {max}/{max_seconds}',
  'need-account-page': '{setting} has no effect while linkgate.account-page is off',
  'need-bound-tokens': '{setting} is required, but the client’s dpop.bound.access.tokens isn’t true',
  'need-client-account': '{setting} has no effect while Keycloak’s client account is disabled',
  'need-confidential-or-bound':
    '{setting} has no effect for a public client whose tokens aren’t bound to a key',
  'need-email-route': '{setting} has no effect: it names no route of linkgate.email-routes',
  'need-link-in-email': '{setting} has no effect while the email contains only a code',
  'need-own-sender': '{setting} has no effect while emailSender is provider',
  'need-passkeys': '{setting} has no effect while linkgate.passkeys is off',
  'need-passkeys-of-keycloak':
    '{setting} has no effect: Keycloak is not set up so that a passkey can be offered',
  'need-refresh-tokens': '{setting} has no effect for a client that gets no refresh tokens',
  'need-registration': '{setting} has no effect while the realm allows no user registration',
  'need-remember-device': '{setting} has no effect while the sign-in step remembers no devices',
  'need-sender-domain': '{setting} has no effect: its domain is not among linkgate.sender-domains',
  'need-sign-up-rules': '{setting} has no effect while linkgate.sign-up-rules is off',
  'network-malformed': '{setting}: "{given}" is neither an address nor a network; ignored',
  'networks-everybody': '{setting}: exempts everybody',
  'off-loginWithEmailAllowed': 'loginWithEmailAllowed is off',
  'on-duplicateEmailsAllowed': 'duplicateEmailsAllowed is on: an address does not identify one account',
  'on-editUsernameAllowed': 'editUsernameAllowed is on: a username can differ from the address',
  'on-registrationAllowed':
    'registrationAllowed is on: users can create accounts without a link and despite closed sign-up',
  'on-resetPasswordAllowed': 'resetPasswordAllowed is on: users can get a password',
  'on-verifyEmail': 'verifyEmail is on: a second email is required after the link',
  'passkeys-action-disabled': 'the action {action} is disabled',
  'passkeys-devices-forgotten': 'the sign-in step remembers no devices: none gets the offer',
  'passkeys-keycloak-off': 'Keycloak’s passkeys are off',
  'passkeys-rp-id': 'browsers don’t accept the RP ID {rp_id} on pages of {host}',
  'passkeys-separate-keys': 'the policy accepts separate keys only',
  'passkeys-user-unverified':
    'the policy doesn’t require user verification: the passkey would be the only factor',
  'route-address':
    '{setting}: the route {route} leads to the server itself at {address}, which its operator doesn’t allow (document-networks)',
  'route-malformed': '{setting}: the route {route} is not a name and a kind that exists',
  'route-option': '{setting}: the route {route} lacks {option}, or it is malformed there or unknown',
  'route-secret':
    '{setting}: the route {route} has no secret that refers to Keycloak’s vault; a secret itself must not be stored here',
  'route-secret-missing': '{setting}: the server’s vault doesn’t give the secret of the route {route}',
  'route-twice': '{setting} has two routes {route}',
  'routes-number': '{setting} has more than {max} routes',
  'shield-option': '{setting}: the service {service} lacks {option}, or it is malformed there or unknown',
  'shield-secret':
    '{setting}: the service {service} has no secret that refers to Keycloak’s vault; a secret itself must not be stored here',
  'shield-service': '{setting} is neither of {choices}',
  'setting-missing': '{setting} is not set',
  'setting-former': '{setting} is called {now} now; it has no effect',
  'setting-unknown': '{setting} is no setting of Linkgate; it has no effect',
  'setting-variable': '{setting} is {value}, a variable that was not set during the import',
  'step-settings-unused':
    'the flow {flow} has settings of the step {step} without effect here: {settings}; {made} is the step made for this realm',
  'step-skipped':
    'the flow {flow} has the step {step}, which is skipped: {made} is the step made for this realm',
  'value-malformed': '{setting} is "{given}", which is not like {example}',
  'value-not-one-line': '{setting} is not one line of at most {max} characters',
  'value-not-one-of': '{setting} is "{given}", which is not one of {choices}',
  'value-not-whole-number': '{setting} is "{given}", which is not a whole number from {min} to {max}',
  'value-with-link': '{setting} has a text that looks like a link',
} as const;
export type FindingId = keyof typeof FINDINGS;

/** Why an email wasn't sent: what an administrator has to look at. */
export type SendCause = Extract<keyof typeof FINDINGS, `email-${string}`>;
