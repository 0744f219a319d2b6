/** Reads CHANGELOG.md: the changes of each version, newest first. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../build/root.ts';

/** The name of the section with unreleased changes. */
export const UNRELEASED = 'Unreleased';

/** The changes of a version. */
export interface Section {
  /** Such as `0.2.0`, or `Unreleased`. */
  readonly name: string;
  /** Such as `2026-11-22`; missing if unreleased. */
  readonly date?: string;
  /** Its entries, without the heading. */
  readonly text: string;
}

/** The sections of this project's changelog. */
export async function readChangelog(): Promise<Section[]> {
  return parseSections(await readFile(path.join(ROOT, 'CHANGELOG.md'), 'utf8'));
}

/** Parses the sections of a changelog: a heading is `## 0.2.0 (2026-11-22)` or `## Unreleased`. */
export function parseSections(text: string): Section[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const [, name = heading, date] = /^(\S+)(?: \((\d{4}-\d\d-\d\d)\))?$/.exec(heading) ?? [];
      return { name, ...(date !== undefined && { date }), text: lines.join('\n').trim() };
    });
}

/**
 * Whether entries name an item: in full between backticks, or by a prefix followed by `…`, as in `linkgateRejected…`.
 * A prefix has at least eight characters, so that no entry names everything.
 */
export function isNamed(item: string, entries: string): boolean {
  const named = [...entries.replace(/\s+/g, ' ').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  return named.some((text) => text === item || (/^.{8,}…$/.test(text) && item.startsWith(text.slice(0, -1))));
}

/** A text for readers without the sources: links to documents become their names. */
export function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:)([^)#]+)[^)]*\)/g, (_, words: string, document: string) =>
    document.endsWith(words) ? document : `${words} (${document})`,
  );
}
