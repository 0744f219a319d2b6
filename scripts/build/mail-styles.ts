/** Inlines the style sheet of a mail's template: many mail clients ignore any other styles. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import juice from 'juice';

const TEMPLATES = path.join('theme', 'linkgate', 'email', 'html');

/** The HTML templates of the e-mail theme as the JAR has them, by their paths below `generated/`. */
export async function mailResources(themes: string): Promise<Record<string, string>> {
  const folder = path.join(themes, TEMPLATES);
  const files: Record<string, string> = {};
  for (const file of await readdir(folder))
    files[path.join('resources', TEMPLATES, file)] = inlineStyles(
      await readFile(path.join(folder, file), 'utf8'),
    );
  return files;
}

/**
 * A FreeMarker template with its styles inlined; a style sheet marked `data-embed` stays, for what can't be inlined. Within the
 * template's directives `>` must be written `gt`.
 */
export function inlineStyles(template: string): string {
  return juice(template, { applyWidthAttributes: false, applyHeightAttributes: false });
}
