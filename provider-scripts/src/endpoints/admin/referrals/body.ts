/** Reads the JSON body that creates a referral code. */
import { isWhole, parseJsonObject, unknownFields } from '../../../http/request/json-object.ts';
import { problemWithLabel } from '../../../http/request/label.ts';
import { MAX_NOTE_LENGTH, plainCode } from '../../../links/referral/referral.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';

/** The maximum number of uses of a code. */
export const MAX_USES_LIMIT = 1_000_000;
/** The last second of the year 9999, in Unix seconds. */
const LAST_SECOND = 253_402_300_799;
/** The format and length of a code that an administrator chooses; dashes don't count for the shortest. */
const CODE_SHAPE = /^[A-Za-z0-9_-]+$/;
const CODE_LENGTH = { min: 6, max: 64 } as const;

/** The referral code to create; generated if omitted. `expires_at`: Unix seconds. `dry_run` only validates the request. */
export interface ReferralInput {
  code: string | null;
  note: string | null;
  maxUses: number;
  expiresAt: number | null;
  clientId: string | null;
  dryRun: boolean;
}

const FIELDS = ['code', 'note', 'max_uses', 'expires_at', 'client_id', 'dry_run'] as const;

/** The request, or all its validation errors. `max_uses` is 1 if omitted. */
export function readReferralInput(
  text: string,
  now: number,
): { input: ReferralInput } | { details: FieldProblem[] } {
  const parsed = parseJsonObject(text);
  if ('details' in parsed) return parsed;
  const {
    code = null,
    note = null,
    max_uses: maxUses = 1,
    expires_at: expiresAt = null,
    client_id: clientId = null,
    dry_run: dryRun = false,
  } = parsed.object;
  const details = unknownFields(parsed.object, FIELDS);
  if (code !== null && !isCode(code)) details.push(fieldProblem('code', 'code_malformed', CODE_LENGTH));
  if (note !== null && typeof note !== 'string') details.push(fieldProblem('note', 'not_a_string'));
  const wrongNote = typeof note === 'string' ? problemWithLabel(note, MAX_NOTE_LENGTH) : null;
  if (wrongNote !== null) details.push({ field: 'note', ...wrongNote });
  if (!isWhole(maxUses, 1, MAX_USES_LIMIT))
    details.push(fieldProblem('max_uses', 'not_a_whole_number', { min: 1, max: MAX_USES_LIMIT }));
  if (expiresAt !== null && !isWhole(expiresAt, now + 1, LAST_SECOND)) {
    details.push(fieldProblem('expires_at', 'not_in_future'));
  }
  if (clientId !== null && typeof clientId !== 'string')
    details.push(fieldProblem('client_id', 'not_a_string'));
  if (typeof dryRun !== 'boolean') details.push(fieldProblem('dry_run', 'not_a_boolean'));
  if (details.length > 0) return { details };
  return {
    input: {
      code: code as string | null,
      note: (note as string | null)?.trim() || null,
      maxUses: maxUses as number,
      expiresAt: expiresAt as number | null,
      clientId: clientId as string | null,
      dryRun: dryRun as boolean,
    },
  };
}

function isCode(code: unknown): code is string {
  const { min, max } = CODE_LENGTH;
  return (
    typeof code === 'string' && plainCode(code).length >= min && code.length <= max && CODE_SHAPE.test(code)
  );
}
