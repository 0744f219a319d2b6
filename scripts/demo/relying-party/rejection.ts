/** Says in plain words what an error answer to an authorization request means (RFC 6749 section 4.1.2.1, OIDC Core section 3.1.2.6). */

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
    title: 'Nobody is signed in',
    text: 'This request didn’t allow Linkgate to ask, and nobody is signed in there in this browser.',
  },
  interaction_required: {
    title: 'You would have to be asked',
    text: 'Linkgate has a question before it signs you in here, and this request didn’t allow it to ask.',
  },
  temporarily_unavailable: {
    title: 'Linkgate is busy',
    text: 'It can’t take the request at the moment. Try again in a minute.',
  },
};

const OTHER_REJECTION: Rejection = {
  title: 'Linkgate rejected the request',
  text: 'The error below says why.',
};

/** `code` may be anything: it comes from the address. */
export function explainRejection(code: string): Rejection {
  return Object.hasOwn(REJECTIONS, code) ? (REJECTIONS[code] ?? OTHER_REJECTION) : OTHER_REJECTION;
}
