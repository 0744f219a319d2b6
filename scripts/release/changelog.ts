/** Reads CHANGELOG.md: what changed for users in each version, newest first. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../build/root.ts';

/** The text before the first version's heading. */
export const UNRELEASED = 'Unreleased';

/** What changed in a version. */
export interface Section {
  /** Such as `0.2.0`, or `Unreleased`. */
  readonly name: string;
  /** Such as `2026-11-22`; what isn't released has none. */
  readonly date?: string;
  /** Its entries, without the heading. */
  readonly text: string;
}

/** The sections of the project's own. */
export async function readChangelog(): Promise<Section[]> {
  return sectionsOf(await readFile(path.join(ROOT, 'CHANGELOG.md'), 'utf8'));
}

/** The sections of a text: a heading is `## 0.2.0 (2026-11-22)` or `## Unreleased`. */
export function sectionsOf(text: string): Section[] {
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
 * Whether entries name something: as it is between backticks, or by its beginning and `…`, as in `linkgateRejected…`.
 * A beginning has at least eight characters, so that no entry names everything.
 */
export function isNamed(item: string, entries: string): boolean {
  const named = [...entries.replace(/\s+/g, ' ').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  return named.some((text) => text === item || (/^.{8,}…$/.test(text) && item.startsWith(text.slice(0, -1))));
}
