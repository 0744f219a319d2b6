/** Whether a client may be used: an administrator's decision, in an attribute of the client (contract, section 3.3). */

/** The attribute. */
export const APPROVAL_ATTRIBUTE = 'linkgate.approval';

/** Its values. */
export const APPROVALS = ['pending', 'approved', 'rejected', 'deleted'] as const;
export type Approval = (typeof APPROVALS)[number];

/** The states in which responses treat a client as unknown. */
export const UNKNOWN_STATES: readonly Approval[] = ['rejected', 'deleted'];

/** A client's approval; one without the attribute is approved, and one with any other value is pending. */
export function readApproval(attribute: unknown): Approval {
  const value = attribute ?? 'approved';
  return APPROVALS.find((state) => state === value) ?? 'pending';
}
