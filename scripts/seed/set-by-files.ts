/** Records which files set the settings that administrators set on Linkgate's pages, too: the pages show it. */
import { settingNamed } from '../../provider-scripts/src/realm/settings/attributes.ts';
import { ofClient, setByFilesText } from '../../provider-scripts/src/realm/settings/set-by-files.ts';
import { type Level, REALM } from '../../provider-scripts/src/realm/settings/table.ts';
import { isJsonObject, type JsonObject } from '../json.ts';

/** What a file declares; the first file that declares a setting sets it. */
export interface DeclaringFile {
  readonly file: string;
  readonly attributes?: unknown;
  readonly signIn?: unknown;
  readonly clients?: readonly { readonly clientId: string; readonly attributes?: unknown }[];
}

/** The realm's settings with the record. */
export function withSetByFiles(settings: JsonObject, files: readonly DeclaringFile[]): JsonObject {
  const set = Object.fromEntries(
    files.map((one) => [one.file, namesIn(one)] as const).filter(([, names]) => names.length > 0),
  );
  const attributes = isJsonObject(settings.attributes) ? settings.attributes : {};
  return { ...settings, attributes: { ...attributes, [REALM.setByFiles.name]: setByFilesText(set) } };
}

function namesIn({ attributes, signIn = {}, clients = [] }: DeclaringFile): string[] {
  return [
    ...namesOf('realm', attributes),
    ...namesOf('step', signIn),
    ...clients.flatMap((client) =>
      namesOf('client', client.attributes).map((name) => ofClient(client.clientId, name)),
    ),
  ];
}

/** The names of the settings that a page sets. */
function namesOf(level: Level, values: unknown): string[] {
  if (!isJsonObject(values)) return [];
  return Object.keys(values)
    .filter((name) => settingNamed(level, name)?.group !== undefined)
    .sort();
}
