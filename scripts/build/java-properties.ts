/** Writes a `.properties` file, as Java reads it. */

/** One line for each name; a name is free of spaces and separators. */
export function javaProperties(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${escaped(value)}\n`)
    .join('');
}

function escaped(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replace(/^ /, '\\ ')
    .replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
