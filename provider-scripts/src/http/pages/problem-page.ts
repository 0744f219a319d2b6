/** The kind of a problem, which selects the texts of its page. */
import type { ErrorCode } from '../../platform/errors/catalogue/codes.ts';
import type { Problem } from '../../platform/errors/problem.ts';

/** The theme has a title and a text for each (`linkgateProblemTitle.…`, `linkgateProblemText.…`). */
export const PROBLEM_KINDS = [
  'request',
  'sign-out',
  'client',
  'approval',
  'referral',
  'address',
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

/** The kind of page for a problem. */
export function problemKind({ code, rejection }: Pick<Problem, 'code' | 'rejection'>): ProblemKind {
  return rejection.id === 'sign-up-rejected' ? 'address' : kindOfCode(code);
}

/** The kind of page for an error code; an application's mistake is `request`. */
export function kindOfCode(code: ErrorCode): ProblemKind {
  return KINDS[code] ?? 'request';
}
