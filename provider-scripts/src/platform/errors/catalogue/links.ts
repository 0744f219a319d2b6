/** Errors of sign-in links and invitations: why one can't be requested, sent or used. */
import { type CatalogueEntry, ofCode } from './entry.ts';
import type { InvitationRejection, LinkRejection } from './link-rejections.ts';

/** The errors. The text for an invalid link or invitation reveals nothing about a forged token. */
export const LINK_ERRORS = {
  ...ofCode('invalid_token', {
    link_changed: 'The account of this address has another address now',
    link_elsewhere: 'The link works only from the network that requested it',
    link_expired: 'The link has expired',
    link_invalid: 'The link is not valid',
    link_revoked: 'The link was revoked, or its email took too long to send',
    link_superseded: 'The link was replaced by a newer one or is no longer valid because another was used',
    link_used: 'The link was already used',
    invitation_expired: 'The invitation has expired',
    invitation_invalid: 'The invitation is not valid',
    invitation_used: 'The invitation was already accepted',
    invitation_revoked: 'The invitation was revoked',
  }),
  shield_response_rejected: {
    code: 'shield_required',
    text: 'the response to the challenge proves nothing ({reason})',
  },
  sign_up_rejected: {
    code: 'access_denied',
    id: 'sign-up-rejected',
    text: "The realm's rules for sign-up do not allow this address",
  },
  link_embedded: {
    code: 'invalid_request',
    status: 403,
    text: 'The link must be opened on its own, not within a page',
  },
  client_without_step: {
    code: 'unauthorized_client',
    id: 'client-without-step',
    text: 'its sign-in flow has no enabled step for links',
  },
  email_without_link: {
    code: 'unauthorized_client',
    status: 409,
    id: 'email-without-link',
    text: 'its emails contain only a one-time code ({setting}), which a page of Linkgate asks for: no link can be sent',
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
  mailbox_full: {
    code: 'temporarily_unavailable',
    id: 'mailbox-full',
    text: 'The mailbox of this address is full, so the email could not be delivered',
  },
  request_too_long: { code: 'invalid_request', text: 'the request is too long for a link' },
} as const satisfies Record<string, CatalogueEntry> &
  Record<`link_${LinkRejection}` | `invitation_${InvitationRejection}`, CatalogueEntry>;
