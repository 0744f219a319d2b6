/** The shapes of an error answer (contract, section 7.1). */
import { type ErrorCode, wireCode } from '../errors/codes.ts';
import type { Refusal } from '../errors/admin-rejection.ts';

/** `protocol`: OAuth endpoints; `rest`: REST endpoints; `both`: `/verify-email`, which both kinds of caller read. */
export type AnswerFormat = 'protocol' | 'rest' | 'both';

/** One thing that is wrong with a request body. */
export interface FieldProblem extends Refusal {
  field: string;
}

/** The JSON body of an error answer; `details` only for REST validation errors. */
export function answerBody(
  format: AnswerFormat,
  code: ErrorCode,
  text: string,
  details?: readonly FieldProblem[],
) {
  return {
    error: wireCode(code),
    ...(format === 'rest' ? {} : { error_description: descriptionOf(text) }),
    ...(format === 'protocol' ? {} : { message: text }),
    ...(details ? { details: details.map(({ field, message }) => ({ field, message })) } : {}),
  };
}

/** The body of the admin API, which also says why in a form for programs. */
export function adminAnswerBody(code: ErrorCode, why: Refusal, details?: readonly FieldProblem[]) {
  return {
    error: wireCode(code),
    id: why.id,
    values: why.values,
    message: why.message,
    ...(details ? { details } : {}),
  };
}

/** A text in the form allowed for `error_description`: printable ASCII without `"` and `\\` (RFC 6749, section 5.2). */
export function descriptionOf(text: string): string {
  return text.replace(/"/g, "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
