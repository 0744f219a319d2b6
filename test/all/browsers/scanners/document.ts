/** The document about mail scanners, which the test writes and compares. */
import { CONFIRM, HAND_OFF } from '../../../../provider-scripts/src/settings/declared.ts';
import { CORPUS } from './corpus.ts';

export const DOCUMENT = 'docs/mail-scanners.md';
export const HEADING = 'What is left for the person';

/** A column of the table: the two settings that decide. */
export interface Column {
  confirm: (typeof CONFIRM)[number];
  handOff: (typeof HAND_OFF)[number];
}

export const COLUMNS: readonly Column[] = CONFIRM.flatMap((confirm) =>
  HAND_OFF.map((handOff) => ({ confirm, handOff })),
);

/** The cells by the name of their behaviour. */
export type Rows = ReadonlyMap<string, readonly string[]>;

/** The whole document. */
export function documentOf(rows: Rows): string {
  const heads = COLUMNS.map(({ confirm, handOff }) => (handOff === 'on' ? `${confirm}, on` : confirm));
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `# Mail scanners

Made by \`LINKGATE_WRITE=yes npm test -- --project browsers scanners.test.ts\`; don't edit it. That test has each
behaviour meet real emails, for each value of \`confirm\` and with \`handOff\` off and on; without the variable it fails
where this says something else.

## ${HEADING}

A mail has a link, a code, and with \`handOff\` on digits that bring its link back to the page that asked. _All_: each
of them still signs the person in; who is signed in when the scanner comes stays so. _Nothing_: the scanner has used
the link, and the code and the digits go with it; a page says so, and one click sends another mail.

${row(['the scanner', ...heads])}
${row(['---', ...heads.map(() => '---')])}
${CORPUS.map(({ name }) => row([name, ...(rows.get(name) ?? [])])).join('\n')}

- With \`new-browser\` and \`always\` nothing less than a pressed button uses a link, but for \`new-browser\` in the browser
  that asked. Where a gateway presses some, it has to leave the server's links out.
- Whatever a scanner has used, nobody else gets its session: who signs in afterwards has one of their own.
- Who presses every button within a quarter of an hour after a hand-off also presses _That was not me_, which ends it.

## Who does so

${CORPUS.map(({ name, of }) => `- _${name}_: ${of}.`).join('\n')}
`;
}
