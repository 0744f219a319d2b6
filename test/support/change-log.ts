/** Linkgate's tables as the host's change log creates them. */
import { readFileSync } from 'node:fs';

/** The change log. */
export const CHANGE_LOG = readFileSync(
  new URL('../../provider-scripts/host/src/main/resources/META-INF/linkgate-changelog.xml', import.meta.url),
  'utf8',
);

/** The columns of each table. */
export function columnsOfTables(): Map<string, string[]> {
  const tables = CHANGE_LOG.matchAll(/<createTable tableName="(\w+)">([\s\S]*?)<\/createTable>/g);
  return new Map(
    [...tables].map(([, table = '', body = '']) => [
      table,
      [...body.matchAll(/<column name="(\w+)"/g)].map(([, column = '']) => column),
    ]),
  );
}

/** The columns of each key of a table: of its primary one, and of what is unique. */
export function keysOf(table: string): string[][] {
  const unique = CHANGE_LOG.matchAll(
    new RegExp(`<addUniqueConstraint tableName="${table}" columnNames="([^"]+)"`, 'g'),
  );
  return [primaryKeyOf(table), ...[...unique].map(([, columns = '']) => columns.split(', '))];
}

/** The columns of a table's primary key. */
export function primaryKeyOf(table: string): string[] {
  const [, several] =
    new RegExp(`<addPrimaryKey tableName="${table}" columnNames="([^"]+)"`).exec(CHANGE_LOG) ?? [];
  if (several !== undefined) return several.split(', ');
  const [, one = ''] =
    new RegExp(
      `<createTable tableName="${table}">[^]*?<column name="(\\w+)"[^>]*><constraints [^>]*primaryKey="true"`,
    ).exec(CHANGE_LOG) ?? [];
  return [one];
}
