/** What comes of an email, in the host's names: the one set of them for links, invitations and test emails. */

/** A late email may have been sent; a rejected one has a recipient whom the mail server will never accept; `busy` is the queue. */
export type EmailOutcome = 'sent' | 'failed' | 'rejected' | 'late' | 'busy';

/** Why an email wasn't sent; of a late one nobody knows whether the mail server has it. */
export type Unsent = Exclude<EmailOutcome, 'sent'>;
