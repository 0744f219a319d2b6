/** A refusal by a rule: a row of the error table and what exactly was wrong. */
import type { FieldProblem } from './answer-body.ts';
import { ERRORS, type ErrorCode } from './errors.ts';

/** Why a request is refused; `text` is public. */
export interface Problem {
  code: ErrorCode;
  text: string;
  status: number;
  details?: readonly FieldProblem[];
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
