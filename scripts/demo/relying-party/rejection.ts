/** Explains an error response to an authorization request (RFC 6749 section 4.1.2.1, OIDC Core section 3.1.2.6). */

export interface Rejection {
  readonly title: string;
  readonly text: string;
}

const REJECTIONS: Readonly<Record<string, Rejection>> = {
  access_denied: {
    title: 'You didn’t sign in',
    text: 'You cancelled, or didn’t agree to share your data. Nothing was shared.',
  },
  login_required: {
    title: 'No active session',
    text: 'The request didn’t allow Linkgate to show a page, and no user is signed in there in this browser.',
  },
  interaction_required: {
    title: 'Interaction required',
    text: 'Linkgate has to show you a page before it signs you in here, and the request didn’t allow that.',
  },
  temporarily_unavailable: {
    title: 'Linkgate is busy',
    text: 'It can’t process the request at the moment. Try again in a minute.',
  },
};

const OTHER_REJECTION: Rejection = {
  title: 'Linkgate rejected the request',
  text: 'The error below says why.',
};

/** `code` is untrusted: it comes from the URL. */
export function explainRejection(code: string): Rejection {
  return Object.hasOwn(REJECTIONS, code) ? (REJECTIONS[code] ?? OTHER_REJECTION) : OTHER_REJECTION;
}
