/** Why a page of a sign-in is shown again: the text, the field that it is about, and the response's status. */
import type { LoginFormsProvider } from 'keycloak';
import { problemHeaders } from '../../http/response/responses.ts';
import type { AdminRejectionId } from '../../platform/errors/catalogue/admin-rejections.ts';
import type { ErrorCode } from '../../platform/errors/catalogue/codes.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { counted, waitOf } from '../../realm/language/durations.ts';
import { messageFor } from './message-for.ts';

const FormMessage = Java.type('org.keycloak.models.utils.FormMessage');
const JavaStatus = Java.type('jakarta.ws.rs.core.Response$Status');

/** A message with its parameters. */
export interface Wrong {
  key: string;
  parameters?: readonly (string | number)[];
  /** Nothing failed: the page says it in no colour of an error. */
  isNotice?: boolean;
  /** The field that it is about; otherwise it stands at the top of the page. */
  field?: Field;
  /** The address has no account, while sign-up is closed: the page opens the field for the referral code. */
  noAccount?: boolean;
  /** What was typed, if it isn't a complete code: the field keeps it. */
  typedCode?: string;
  status?: number;
  headers?: Record<string, string>;
}

type Field = 'email' | 'code' | 'referral_code';

/** What was typed as address isn't one. */
export const INVALID_ADDRESS: Wrong = { key: 'linkgateInvalidEmail', field: 'email' };

/** Have messages of their own: waiting doesn't help, as the address may be mistyped, or its mailbox is full. */
const OF_RECIPIENT: Partial<Record<AdminRejectionId, string>> = {
  'email-rejected': 'recipient_rejected',
  'mailbox-full': 'mailbox_full',
};

/** The message for a problem, at the top of the page. */
export function wrongOf(problem: Problem): Wrong {
  const { code, status, rejection, waitSeconds } = problem;
  const key = (rejection.id === null ? undefined : OF_RECIPIENT[rejection.id]) ?? code;
  const wait = waitSeconds === undefined ? null : waitOf(waitSeconds);
  return {
    key: `linkgateError.${key}${wait?.suffix ?? ''}`,
    parameters: wait === null ? [] : counted(wait.count),
    status,
    headers: problemHeaders(problem),
  };
}

/** The fields of a page that prompts for an address that problems are about. */
const FIELDS: Partial<Record<ErrorCode, Field>> = {
  referral_required: 'email',
  invalid_referral_code: 'referral_code',
  ValidationError: 'email',
};

/** Stands for the typed address in a message: the template inserts it, as Keycloak would replace every `${…}` in a parameter. */
const ADDRESS = '\ufffc';

/** The message for a problem on such a page. */
export function wrongPrompt(problem: Problem): Wrong {
  const field = FIELDS[problem.code];
  const wrong = { ...wrongOf(problem), ...(field === undefined ? {} : { field }) };
  return problem.code === 'referral_required' ? { ...wrong, parameters: [ADDRESS], noAccount: true } : wrong;
}

/** Shows it on a page, by the settings of the emails that it speaks of. */
export function withWrong(
  page: LoginFormsProvider,
  wrong: Wrong | null,
  settings: Pick<Settings, 'emailContains'>,
): LoginFormsProvider {
  if (wrong === null) return page;
  const { parameters = [], isNotice = false, field, status, typedCode } = wrong;
  const key = messageFor(wrong.key, settings);
  if (status !== undefined) page.setStatus(JavaStatus.fromStatusCode(status));
  if (wrong.noAccount) page.setAttribute('noAccount', true);
  if (typedCode !== undefined) page.setAttribute('typedCode', typedCode);
  if (isNotice) return page.setInfo(key, [...parameters]);
  return field === undefined
    ? page.setError(key, [...parameters])
    : page.addError(new FormMessage(field, key, [...parameters]));
}
