/** The shapes of an error response (contract, section 7.1). */
import { wireCode } from '../../platform/errors/catalogue/codes.ts';
import type { Problem } from '../../platform/errors/problem.ts';

/** `protocol`: OAuth endpoints; `rest`: REST endpoints; `both`: `/verify-email`, whose errors both kinds of caller read. */
export type ErrorFormat = 'protocol' | 'rest' | 'both';

/** The parts of a problem that a body contains. */
type Shown = Pick<Problem, 'code' | 'text' | 'details' | 'challenge'>;

/** The JSON body of an error response; `details` only for REST validation errors. */
export function errorBody(format: ErrorFormat, { code, text, details, challenge }: Shown) {
  return {
    error: wireCode(code),
    ...(format === 'rest' ? {} : { error_description: descriptionOf(text) }),
    ...(format === 'protocol' ? {} : { message: text }),
    ...(details ? { details: details.map(({ field, message }) => ({ field, message })) } : {}),
    ...(challenge ? { challenge } : {}),
  };
}

/** The error body of the admin API, which adds a machine-readable reason. */
export function adminErrorBody({ code, text, rejection, details }: Problem) {
  return {
    error: wireCode(code),
    id: rejection.id,
    values: rejection.values,
    message: text,
    ...(details ? { details } : {}),
  };
}

/** A text in the form allowed for `error_description`: printable ASCII without `"` and `\\` (RFC 6749, section 5.2). */
export function descriptionOf(text: string): string {
  return text.replace(/"/g, "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
