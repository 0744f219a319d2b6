/** The tables whose rows the upkeep deletes once they have expired. */
import type { TABLE_NAMES } from '../database/table-names.ts';
import { LINK_RETENTION_SECONDS } from '../magic-link/link.ts';

/** A table whose rows expire: the key of a row, and how long rows are retained after their expiry. */
export interface ExpiringTable {
  table: (typeof TABLE_NAMES)[number];
  key: string;
  retentionSeconds: number;
}

export const EXPIRING_TABLES: readonly ExpiringTable[] = [
  { table: 'LINKGATE_LINK', key: 'JTI', retentionSeconds: LINK_RETENTION_SECONDS },
  { table: 'LINKGATE_RATE', key: 'RATE_KEY', retentionSeconds: 0 },
  { table: 'LINKGATE_DEVICE', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_ADDRESS_CHANGE', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_STATISTIC', key: 'STATISTIC_KEY', retentionSeconds: 0 },
  { table: 'LINKGATE_INVITATION', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_BATCH_ERROR', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_BATCH', key: 'ID', retentionSeconds: 0 },
  { table: 'LINKGATE_LOGO', key: 'ID', retentionSeconds: 0 },
];
