/** Seeds counted wrong guesses into a cluster’s database. */
import { createHash } from 'node:crypto';
import { onDatabase } from './cluster.ts';

/** Inserts `count` recent calls of a caller under a policy; the returned function removes them. */
export async function seedWrongGuesses(
  policy: string,
  caller: string,
  count: number,
  realm = 'linkgate',
): Promise<() => Promise<void>> {
  const key = createHash('sha256').update(`${policy} ${caller}`).digest('base64url');
  const calls = Array.from({ length: count }, (_, i) => (Date.now() - i).toString(36))
    .toReversed()
    .join(' ');
  const remove = () =>
    onDatabase((client) => client.query('DELETE FROM LINKGATE_LIMIT WHERE LIMIT_KEY = $1', [key]));
  await remove();
  await onDatabase((client) =>
    client.query(
      'INSERT INTO LINKGATE_LIMIT (REALM_ID, LIMIT_KEY, LIMIT_NAME, CALLS, EXPIRES_AT) SELECT ID, $1, $2, $3, $4 FROM REALM WHERE NAME = $5',
      [key, policy, calls, Math.floor(Date.now() / 1000) + 86_400, realm],
    ),
  );
  return async () => {
    await remove();
  };
}
