/** What `--replace` says of the other extension's link API: for each parameter the counterpart in ours, or why there is none. */

import { type Counterpart, LINK_API, OUR_PATH, plainText } from './other-extension.ts';

/** An operation of the other extension, with what takes the place of its parameters. */
export interface TranslatedOperation {
  readonly theirs: string;
  readonly ours: string;
  readonly parameters: readonly Counterpart[];
  readonly response: readonly Counterpart[];
}

/** Its operations in a realm, with texts without Markdown. */
export function linkApiIn(realm: string): TranslatedOperation[] {
  const at = (path: string) => `POST ${path.replace('{realm}', encodeURIComponent(realm))}`;
  const plain = (all: readonly Counterpart[]) => all.map((one) => ({ ...one, text: plainText(one.text) }));
  return LINK_API.map(({ path, parameters, response }) => ({
    theirs: at(path),
    ours: at(OUR_PATH),
    parameters: plain(parameters),
    response: plain(response),
  }));
}

/** The operations as lines. */
export function linkApiLines(operations: readonly TranslatedOperation[]): string[] {
  return operations.flatMap(({ theirs, ours, parameters, response }) => [
    `${theirs} is ${ours}:`,
    ...parameters.map((one) => `  ${lineOf(one)}`),
    ...response.map((one) => `  response: ${lineOf(one)}`),
  ]);
}

function lineOf({ name, ours, text }: Counterpart): string {
  return `${name} → ${ours ?? 'none'}${text === '' ? '' : `: ${text}`}`;
}
