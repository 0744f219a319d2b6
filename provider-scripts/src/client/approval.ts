/** Whether a client may be used: an administrator's word, in an attribute of the client (contract, section 3.3). */

/** The attribute. */
export const APPROVAL_ATTRIBUTE = 'linkgate.approval';

/** What it may say. */
export const APPROVALS = ['pending', 'approved', 'deleted'] as const;
export type Approval = (typeof APPROVALS)[number];

/** What stands of a client; one without the attribute is approved, and one whose attribute says anything else waits. */
export function readApproval(attribute: unknown): Approval {
  const value = attribute ?? 'approved';
  return APPROVALS.find((state) => state === value) ?? 'pending';
}
