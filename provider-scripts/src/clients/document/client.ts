/** What a fetched document makes of its client: a new one, or a change of an existing one (contract, section 3.3). */

import type { Approval } from '../../realm/settings/choices.ts';
import { readSetting } from '../../realm/settings/read.ts';
import { CLIENT } from '../../realm/settings/table.ts';
import { allowedRepresentation, type NewClientDefaults, type Representation } from '../self-registered.ts';
import { DOCUMENT_ATTRIBUTES } from './metadata.ts';

/** The realm's part in it. */
export interface DocumentRules {
  defaults: NewClientDefaults;
  /** Whether the document's domain is trusted: its clients need no approval. */
  isTrusted: boolean;
  /** The attributes of a new client that say when it was registered. */
  registration: Readonly<Record<string, string>>;
}

/**
 * Returns the client as it will be stored. One of a trusted domain is approved when it is created, and follows its document from then on. Any
 * other waits for approval; once approved, its redirect URIs may change within the approved origins, and any other change lets it wait again.
 * Administrators' decisions stay: a suspended client isn't approved by its domain.
 *
 * @param before null for a new client
 * @param described by the document
 */
export function clientOfDocument(
  before: Representation | null,
  described: Representation,
  { defaults, isTrusted, registration }: DocumentRules,
): Representation {
  if (before === null) {
    const made = allowedRepresentation(null, described, defaults, registration);
    return withApproval(made, isTrusted ? 'approved' : 'pending');
  }
  const anew = allowedRepresentation(
    withApproval(before, 'pending'),
    describedAnew(before, described),
    defaults,
  );
  const approval = readSetting(CLIENT.approval, before.attributes?.[CLIENT.approval.name]);
  if (approval === 'suspended') return withApproval(anew, 'suspended');
  if (approval !== 'approved') return anew;
  if (isTrusted) return withApproval(anew, 'approved');
  const within = allowedRepresentation(before, described, defaults);
  const { redirectUris: requested = [] } = described;
  const { redirectUris: allowed = [] } = within;
  const isWithin = requested.every((uri) => allowed.includes(uri)) && claimsOf(before) === claimsOf(anew);
  return isWithin ? within : anew;
}

function withApproval(client: Representation, approval: Approval): Representation {
  return { ...client, attributes: { ...client.attributes, [CLIENT.approval.name]: approval } };
}

/** The client with all that its document decides about; administrators may have set other fields, such as its branding. */
function describedAnew(before: Representation, described: Representation): Representation {
  const others = Object.entries(before.attributes ?? {}).filter(
    ([name]) => !DOCUMENT_ATTRIBUTES.includes(name),
  );
  return {
    ...before,
    ...described,
    attributes: { ...Object.fromEntries(others), ...described.attributes },
  };
}

/** What an administrator has approved besides the redirect URIs and their origins. */
function claimsOf({ name, baseUrl, attributes = {} }: Representation): string {
  return JSON.stringify(
    [name, baseUrl, ...DOCUMENT_ATTRIBUTES.map((one) => attributes[one])].map((one) => one ?? ''),
  );
}
