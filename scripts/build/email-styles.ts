/** Inlines the style sheet of an email's template: many mail clients ignore any other styles. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import juice from 'juice';

const TEMPLATES = path.join('theme', 'linkgate', 'email', 'html');
/** The template with the layout of all emails. */
const FRAME = 'frame.ftl';

/** The email theme's HTML templates for the JAR, by their paths in `generated/`. */
export async function emailResources(themes: string): Promise<Record<string, string>> {
  const folder = path.join(themes, TEMPLATES);
  const files: Record<string, string> = {};
  const styles = styleSheetIn(await readFile(path.join(folder, FRAME), 'utf8'));
  for (const file of await readdir(folder))
    files[path.join('resources', TEMPLATES, file)] = inlineStyles(
      await readFile(path.join(folder, file), 'utf8'),
      file === FRAME ? '' : styles,
    );
  return files;
}

/** The first style sheet of a template. */
function styleSheetIn(template: string): string {
  return /<style>([^<]*)<\/style>/.exec(template)?.[1] ?? '';
}

/**
 * Inlines the styles of a FreeMarker template, including `extraCss` from its frame. A style sheet marked `data-embed` stays, for
 * rules that can't be inlined. Within the template's directives `>` must be written `gt`.
 */
export function inlineStyles(template: string, extraCss = ''): string {
  return juice(template, { applyWidthAttributes: false, applyHeightAttributes: false, extraCss });
}
