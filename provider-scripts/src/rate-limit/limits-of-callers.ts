/** Under which limits an e-mail address counts in the database, and under which a network. */
export const LIMITS_OF = {
  email: ['link-email', 'link-device', 'link-code', 'hand-off-email'],
  ip: ['link-ip', 'link-code-ip', 'referral-ip', 'hand-off-network'],
} as const;

/** A limit that an administrator can look a caller up in. */
export type CallerLimit = (typeof LIMITS_OF)[keyof typeof LIMITS_OF][number];
