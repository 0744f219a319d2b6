/** The tables whose rows the upkeep deletes once they have expired. */

import { LINK_RETENTION_SECONDS } from '../../links/magic-link/link.ts';
import type { TABLE_NAMES } from '../../platform/database/table-names.ts';

/** A table whose rows expire: the key of a row, and how long rows are retained after their expiry. */
export interface ExpiringTable {
  table: (typeof TABLE_NAMES)[number];
  key: string;
  retentionSeconds: number;
}

export const EXPIRING_TABLES: readonly ExpiringTable[] = [
  { table: 'LINKGATE_LINK', key: 'JTI', retentionSeconds: LINK_RETENTION_SECONDS },
  { table: 'LINKGATE_LIMIT', key: 'LIMIT_KEY', retentionSeconds: 0 },
  { table: 'LINKGATE_DEVICE', key: 'ID', retentionSeconds: 0 },
  // As long as of links, the page says that one has expired.
  { table: 'LINKGATE_NEW_DEVICE_NOTICE', key: 'ID', retentionSeconds: LINK_RETENTION_SECONDS },
  { table: 'LINKGATE_ADDRESS_CHANGE', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_STATISTIC', key: 'STATISTIC_KEY', retentionSeconds: 0 },
  { table: 'LINKGATE_INVITATION', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_BATCH_ERROR', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_BATCH', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_EMAIL', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_EMAIL_REPORT', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_EMAIL_SUPPRESSION', key: 'EMAIL_KEY', retentionSeconds: 0 },
  { table: 'LINKGATE_LOGO', key: 'ID', retentionSeconds: 0 },
];
