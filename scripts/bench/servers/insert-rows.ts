/** Fills a database with rows of other users, like those of a large installation. */
import type { DatabaseAddress } from '../../server/node.ts';
import { withClient } from '../../server/postgres.ts';
import { LINKGATE_REALM } from './realms.ts';

const NOW = `(SELECT extract(epoch FROM now())::bigint AS NOW) T`;
const REALM = `(SELECT ID FROM REALM WHERE NAME = '${LINKGATE_REALM}') R`;
const CLIENT = `(SELECT C.ID FROM CLIENT C JOIN REALM S ON S.ID = C.REALM_ID WHERE S.NAME = '${LINKGATE_REALM}' AND C.CLIENT_ID = 'demo-web') C`;

/** SQL that inserts this many rows, by table. All rows are valid for hours. */
function statements(rows: number): Record<string, string> {
  const from = `FROM generate_series(1, ${rows}) I, ${REALM}, ${NOW}`;
  return {
    USER_ENTITY: `INSERT INTO USER_ENTITY (ID, EMAIL, EMAIL_CONSTRAINT, EMAIL_VERIFIED, ENABLED, REALM_ID, USERNAME, CREATED_TIMESTAMP, NOT_BEFORE)
      SELECT 'fill-' || I, 'fill-' || I || '@example.com', 'fill-' || I || '@example.com', TRUE, TRUE, R.ID, 'fill-' || I || '@example.com', NOW * 1000, 0 ${from}`,
    LINKGATE_LINK: `INSERT INTO LINKGATE_LINK (JTI, REALM_ID, CLIENT_UUID, EMAIL_KEY, EMAIL, USER_ID, STATE, ISSUED_AT, EXPIRES_AT, REQUEST)
      SELECT 'fill-' || I, R.ID, C.ID, 'fill-' || I, 'fill-' || I || '@example.com', 'fill-' || I, 'issued', NOW, NOW + 90000, '{}' ${from}, ${CLIENT}`,
    LINKGATE_DEVICE: `INSERT INTO LINKGATE_DEVICE (ID, DEVICE_KEY, REALM_ID, USER_ID, LAST_USED_AT, EXPIRES_AT)
      SELECT 'fill-' || I, 'fill-' || I, R.ID, 'fill-' || I, NOW, NOW + 90000 ${from}`,
    LINKGATE_LIMIT: `INSERT INTO LINKGATE_LIMIT (REALM_ID, LIMIT_KEY, LIMIT_NAME, CALLS, EXPIRES_AT)
      SELECT R.ID, 'fill-' || I, 'link-email', 'abcdefgh', NOW + 90000 ${from}`,
  };
}

/** Inserts accounts of the sample realm, and as many links, devices and counters. */
export async function insertRows(database: DatabaseAddress, rows: number): Promise<void> {
  await withClient(database, async (client) => {
    for (const [table, statement] of Object.entries(statements(rows))) {
      await client.query(statement);
      await client.query(`ANALYZE ${table}`);
    }
  });
}
