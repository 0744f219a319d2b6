/** The forms of a sign-in's pages: what was pressed, in one order for all of them. */

import type { AuthenticationFlowContext, MultivaluedMap } from 'keycloak';
import { currentTime } from '../../platform/engine/clock.ts';
import { note } from '../tabs/notes.ts';
import { forgetSent, type LastLink } from './last-link.ts';
import { resentLink } from './resend.ts';

/** A form's fields. */
export type Form = MultivaluedMap<string, string>;

/** What a form leads to. */
export interface FormAnswers {
  /** The latest link of the tab; null if none was sent. */
  last(): LastLink | null;
  /** Whether the user left, used a passkey, or pressed a button that only these pages have. */
  takes(form: Form): boolean;
  useCode(last: LastLink, typed: string): void;
  /** The user wants to type another address. */
  prompt(): void;
  /** Shows that an email was sent. */
  showSent(last: LastLink): void;
  /** Sends another link to what the page shows. */
  resend(sentTo: string): void;
  /** A form of the first page; null for a request without a form. */
  submit(form: Form | null, action: string | null): void;
}

/** Responds to a form. Another link is sent only after the page's pause. */
export function answerForm(context: AuthenticationFlowContext, answers: FormAnswers): void {
  const form = context.getHttpRequest().getDecodedFormParameters();
  const tab = context.getAuthenticationSession();
  if (form !== null && answers.takes(form)) return;
  const code = form?.getFirst('code') ?? null;
  const action = form?.getFirst('action') ?? null;
  const last = code !== null || action === 'resend' ? answers.last() : null;
  if (code !== null && last !== null) answers.useCode(last, code);
  else if (action === 'change') {
    forgetSent(tab);
    answers.prompt();
  } else if (action === 'resend' && last !== null) {
    const resent = resentLink(note(tab, 'resent'), last.row, last.state, currentTime());
    if (resent !== null && resent.pauseSeconds > 0) answers.showSent(last);
    else answers.resend(note(tab, 'sentTo') ?? '');
  } else answers.submit(form, action);
}
