/**
 * The record of the public surface (docs/public-surface.json), and of the items added and removed since the last release. The
 * changes stay in it until the next release, to be compared with the changelog. Before the first release there are none.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../build/root.ts';
import { writeDocument } from '../cli/document.ts';
import { isNamed, readChangelog, type Section } from './changelog.ts';
import { itemsOf, nameOf, publicSurface, type Surface } from './public-surface.ts';

/** Below the project's folder. */
export const RECORD_FILE = 'docs/public-surface.json';

/** The changes since a release. */
interface SurfaceChanges {
  readonly since: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The file's content. */
export interface SurfaceRecord {
  /** Absent before the first release. */
  readonly changes?: SurfaceChanges;
  readonly surface: Surface;
}

/** The record for these sources and this changelog, given the current record. */
export function nextRecord(
  record: SurfaceRecord,
  surface: Surface,
  changelog: readonly Section[],
): SurfaceRecord {
  const now = new Set(itemsOf(surface));
  const since = changelog[1]?.name;
  if (since === undefined) return { surface };
  const before = new Set(since === record.changes?.since ? itemsBefore(record) : itemsOf(record.surface));
  const added = [...now].filter((item) => !before.has(item)).sort();
  const removed = [...before].filter((item) => !now.has(item)).sort();
  return { changes: { since, added, removed }, surface };
}

/** The added and removed items that the changelog's newest section doesn't name. */
export function missingFromChangelog({ changes }: SurfaceRecord, [newest]: readonly Section[]): string[] {
  return [...(changes?.added ?? []), ...(changes?.removed ?? [])].filter(
    (item) => !isNamed(nameOf(item), newest?.text ?? ''),
  );
}

/** The record in the repository. */
export async function readRecord(): Promise<SurfaceRecord> {
  return JSON.parse(await readFile(path.join(ROOT, RECORD_FILE), 'utf8')) as SurfaceRecord;
}

/** Updates the record. Returns the items that the changelog doesn't name yet. */
export async function updateRecord(): Promise<string[]> {
  const changelog = await readChangelog();
  const record = nextRecord(await readRecord(), await publicSurface(), changelog);
  await writeDocument(RECORD_FILE, `${JSON.stringify(record, null, 2)}\n`);
  return missingFromChangelog(record, changelog);
}

/** The problems of the record; empty if it is up to date and the changelog names all changes. */
export async function recordProblems(): Promise<string[]> {
  const changelog = await readChangelog();
  const record = await readRecord();
  const next = nextRecord(record, await publicSurface(), changelog);
  const outdated = JSON.stringify(next) !== JSON.stringify(record);
  return [
    ...(outdated
      ? [`${RECORD_FILE}: doesn't match the sources; node scripts/run.mjs public-surface.ts rewrites it`]
      : []),
    ...missingFromChangelog(next, changelog).map(
      (item) => `CHANGELOG.md: the newest section doesn't name ${item}`,
    ),
  ];
}

function itemsBefore({ changes, surface }: SurfaceRecord): string[] {
  const added = new Set(changes?.added);
  return [...itemsOf(surface).filter((item) => !added.has(item)), ...(changes?.removed ?? [])];
}
