/** The outcomes of sending an email, in the host's names; shared by links, invitations and test emails. */

/** `late`: may have been sent; `rejected`: the mail server permanently rejects the recipient; `busy`: the queue is full. */
export type EmailOutcome = 'sent' | 'failed' | 'rejected' | 'late' | 'busy';

/** Why an email wasn't sent; a `late` one may have reached the mail server. */
export type SendFailure = Exclude<EmailOutcome, 'sent'>;
