/** Lets an address be invited, or its invitation be resent, on the same day: in the database. */
import { onDatabase } from './cluster.ts';

export async function expireDailyCount(email: string): Promise<void> {
  await onDatabase((client) =>
    client.query(
      `UPDATE LINKGATE_INVITED_ADDRESS SET EMAILED_AT = 1 WHERE EMAIL_KEY = (SELECT EMAIL_KEY FROM LINKGATE_INVITATION WHERE EMAIL = $1 LIMIT 1)`,
      [email],
    ),
  );
}
