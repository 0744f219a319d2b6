/** The document about mail scanners, which the test writes and compares. */
import { SIGN_IN } from '../../../../provider-scripts/src/realm/settings/table.ts';
import { markdownTable } from '../../../../scripts/cli/markdown.ts';
import { CORPUS } from './corpus.ts';

export const DOCUMENT = 'docs/mail-scanners.md';
export const HEADING = 'What a scanner leaves';

/** A column of the table: the two relevant settings. */
export interface Column {
  confirm: string;
  crossDevice: boolean;
}

export const COLUMNS: readonly Column[] = (SIGN_IN.confirm.kind.choices ?? []).flatMap((confirm) =>
  [false, true].map((crossDevice) => ({ confirm, crossDevice })),
);

/** The cells by behaviour. */
export type Rows = ReadonlyMap<string, readonly string[]>;

/** The whole document. */
export function documentOf(rows: Rows): string {
  const heads = COLUMNS.map(({ confirm, crossDevice }) => (crossDevice ? `${confirm}, on` : confirm));
  return `# Mail scanners

Made by \`LINKGATE_WRITE=yes npm test -- --project browsers scanners.test.ts\`; don't edit it. The test runs each behavior
on real emails, for each value of \`confirm\` with \`crossDevice\` off and on; without the variable it compares the
result with this page.

## ${HEADING}

An email has a link, a one-time code and, with \`crossDevice\` on, a comparison code. _All_: each of them still signs
the user in, and existing sessions stay. _Nothing_: the scanner has used the link, and the codes with it; a page says
so, and one click sends another email.

${markdownTable(
  ['the scanner', ...heads],
  CORPUS.map(({ name }) => [name, ...(rows.get(name) ?? [])]),
)}

- With \`new-browser\` and \`always\` only a pressed button uses a link, except in the requesting browser with
  \`new-browser\`. If a gateway presses buttons, exclude the server's links from it.
- Whatever a scanner has used, nobody else gets its session: the next sign-in has a session of its own.
- A scanner that presses every button within 15 minutes of a cross-device sign-in also presses _Sign that
  device out_, which ends it.

## Who does so

${CORPUS.map(({ name, of }) => `- _${name}_: ${of}.`).join('\n')}
`;
}
