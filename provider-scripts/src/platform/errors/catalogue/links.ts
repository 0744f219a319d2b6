/** Errors of sign-in links and invitations: why one can't be requested, sent or used. */
import type { CatalogueEntry } from './entry.ts';
import type { InvitationRejection, LinkRejection } from './link-rejections.ts';

/** The errors. The text for an invalid link or invitation reveals nothing about a forged token. */
export const LINK_ERRORS = {
  link_changed: { code: 'invalid_token', text: 'The account of this address has another address now' },
  link_elsewhere: { code: 'invalid_token', text: 'The link works only from the network that requested it' },
  link_embedded: {
    code: 'invalid_request',
    status: 403,
    text: 'The link must be opened on its own, not within a page',
  },
  link_expired: { code: 'invalid_token', text: 'The link has expired' },
  link_invalid: { code: 'invalid_token', text: 'The link is not valid' },
  link_revoked: {
    code: 'invalid_token',
    text: 'The link was revoked, because its email took too long to send',
  },
  link_superseded: {
    code: 'invalid_token',
    text: 'The link was replaced by a newer one or is no longer valid because another was used',
  },
  link_used: { code: 'invalid_token', text: 'The link was already used' },

  invitation_expired: { code: 'invalid_token', text: 'The invitation has expired' },
  invitation_invalid: { code: 'invalid_token', text: 'The invitation is not valid' },
  invitation_used: { code: 'invalid_token', text: 'The invitation was already accepted' },
  invitation_revoked: { code: 'invalid_token', text: 'The invitation was revoked' },

  client_without_step: {
    code: 'unauthorized_client',
    id: 'client-without-step',
    text: 'its sign-in flow has no enabled step for links',
  },
  email_not_sent: {
    code: 'temporarily_unavailable',
    id: 'email-unsent',
    text: 'The email could not be sent; please try again later',
  },
  email_not_ascii: { id: 'undeliverable', text: 'email can be sent only to ASCII addresses here' },
  hostname_not_fixed: { code: 'server_error', id: 'no-hostname' },
  recipient_rejected: {
    code: 'temporarily_unavailable',
    id: 'email-rejected',
    text: 'The mail server does not accept this address; please check its spelling',
  },
  request_too_long: { code: 'invalid_request', text: 'the request is too long for a link' },
} as const satisfies Record<string, CatalogueEntry> &
  Record<`link_${LinkRejection}` | `invitation_${InvitationRejection}`, CatalogueEntry>;
