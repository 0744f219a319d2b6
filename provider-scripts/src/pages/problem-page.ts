/** What a page says about a problem: its kind, which selects the page's texts. */
import type { ErrorCode } from '../errors/catalogue/codes.ts';

/** The theme has a title and a text for each (`linkgateProblemTitle.…`, `linkgateProblemText.…`). */
export const PROBLEM_KINDS = [
  'request',
  'sign-out',
  'client',
  'approval',
  'referral',
  'missing',
  'limit',
  'unavailable',
  'server',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

const KINDS: Partial<Record<ErrorCode, ProblemKind>> = {
  invalid_logout_request: 'sign-out',
  invalid_client: 'client',
  client_not_approved: 'approval',
  referral_required: 'referral',
  invalid_referral_code: 'referral',
  not_found: 'missing',
  too_many_requests: 'limit',
  temporarily_unavailable: 'unavailable',
  server_error: 'server',
};

/** The kind of page for a row of the error table; what an application did wrong is `request`. */
export function problemKind(code: ErrorCode): ProblemKind {
  return KINDS[code] ?? 'request';
}
