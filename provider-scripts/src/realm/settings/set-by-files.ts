/** Which realm file set a setting in the last seed run: an attribute of the realm, which seeding writes and the administrators' pages show. */

/** The settings that each file sets: those of the realm and of the step in its flow by their names, a client's after its ID and a space. */
export type SetByFiles = Readonly<Record<string, readonly string[]>>;

/** The name of a client's setting in the record. */
export function ofClient(clientId: string, name: string): string {
  return `${clientId} ${name}`;
}

/** The attribute's text. */
export function setByFilesText(files: SetByFiles): string {
  return JSON.stringify(files);
}

/** The file that set a setting; null if none did, or the text is no such record. */
export function fileOf(text: string | null, name: string): string | null {
  const files = parse(text ?? '{}');
  return Object.keys(files).find((file) => files[file]?.includes(name) === true) ?? null;
}

function parse(text: string): SetByFiles {
  try {
    const files: unknown = JSON.parse(text);
    return isRecord(files) ? files : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is SetByFiles {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const files = value as Record<string, unknown>;
  return Object.keys(files).every((file) => Array.isArray(files[file]));
}
