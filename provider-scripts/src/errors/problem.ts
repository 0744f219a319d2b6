/** A refusal by a rule: a row of the error table and what exactly was wrong. */
import type { FieldProblem } from '../response/error-body.ts';
import { ERRORS, type ErrorCode } from './codes.ts';
import type { Refusal, RefusalId } from './admin-rejection.ts';

/** Why a request is refused; `text` is public. */
export interface Problem {
  code: ErrorCode;
  text: string;
  status: number;
  details?: readonly FieldProblem[];
  /** Why, for programs; `whyOf` has it also for problems without. */
  why?: Pick<Refusal, 'id' | 'values'>;
  /** Of a rate limit: how long to wait. */
  waitSeconds?: number;
}

/** The problem for invalid fields. */
export function invalidFields(details: readonly FieldProblem[]): Problem {
  return { ...problem('ValidationError'), details };
}

/** Makes a problem; without a text the table's own is used, without a status the table's. */
export function problem(code: ErrorCode, text?: string, status?: number): Problem {
  return { code, text: text ?? ERRORS[code].text, status: status ?? ERRORS[code].status };
}

/** A problem whose reason has a form for programs, too. */
export function problemFor(code: ErrorCode, { id, values, message }: Refusal, status?: number): Problem {
  return { ...problem(code, message, status), why: { id, values } };
}

/** The reason of those that give none themselves: these codes, and any other as a request that isn't good. */
const WHY: { readonly [code in ErrorCode]?: RefusalId } = {
  ValidationError: 'invalid',
  not_found: 'not-found',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
  too_many_requests: 'limit',
};

/** Why, as the admin API reports it. */
export function whyOf({ code, text, why }: Problem): Refusal {
  const id: RefusalId = WHY[code] ?? 'request';
  return { ...(why ?? { id, values: {} }), message: text };
}
