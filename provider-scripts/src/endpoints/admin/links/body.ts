/** Reads the JSON body by which a backend requests a link (contract, section 4.14). */
import { isWhole, parseJsonObject, unknownFields } from '../../../http/request/json-object.ts';
import {
  OPTIONAL_OF_BACKENDS,
  REQUIRED_FIELDS,
  type RequestBody,
  readFields,
} from '../../../links/magic-link/request-body.ts';
import { type FieldProblem, fieldProblem, fieldProblemsOf } from '../../../platform/errors/problem.ts';
import { LINK_LIFETIME_SECONDS } from '../../../realm/settings/choices.ts';

/** The delivery of the link: emailed to its address, or returned to the caller. */
export const DELIVERIES = ['email', 'return'] as const;
export type LinkDelivery = (typeof DELIVERIES)[number];

/** The link to create; its lifetime defaults to the client's. */
export interface BackendLinkRequest {
  request: RequestBody;
  delivery: LinkDelivery;
  lifetimeSeconds: number | null;
}

const FIELDS = [...REQUIRED_FIELDS, ...OPTIONAL_OF_BACKENDS, 'delivery', 'lifetime'] as const;

/** The request, or all its validation errors. `delivery` is `email` if omitted. */
export function readBackendLinkRequest(
  text: string,
): { linkRequest: BackendLinkRequest } | { details: FieldProblem[] } {
  const parsed = parseJsonObject(text);
  if ('details' in parsed) return parsed;
  const { delivery = 'email', lifetime = null } = parsed.object;
  const read = readFields(parsed.object);
  const details = unknownFields(parsed.object, FIELDS);
  if ('problem' in read) details.push(...fieldProblemsOf(read.problem));
  const known = DELIVERIES.find((one) => one === delivery);
  if (known === undefined)
    details.push(fieldProblem('delivery', 'not_one_of', { choices: DELIVERIES.join(', ') }));
  const { min, max } = LINK_LIFETIME_SECONDS;
  if (lifetime !== null && !isWhole(lifetime, min, max))
    details.push(fieldProblem('lifetime', 'seconds_not_whole', { min: min, max: max }));
  if ('problem' in read || known === undefined || details.length > 0) return { details };
  return { linkRequest: { request: read.body, delivery: known, lifetimeSeconds: lifetime as number | null } };
}
