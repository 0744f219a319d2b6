/** Stores measurements, so that parts measured one by one are combined in one report. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { writeAtomically } from '../../server/atomic-write.ts';
import type { Finding } from '../finding.ts';
import type { Sizes } from '../rows.ts';
import type { Machine } from './machine.ts';

/** A finding with its origin. */
export interface RecordedFinding extends Finding {
  /** ISO 8601 date. */
  measuredOn: string;
  commit: string;
  sizes: Sizes;
  /** The command that was run. */
  command: string;
}

/** All that was measured on one machine. */
export interface BenchRecord {
  machine: Machine;
  findings: readonly RecordedFinding[];
}

const FILE_MODE = 0o644;

/** Updates the record with a run's findings, which replace earlier ones; figures of another machine are dropped. */
export function withFindings(record: BenchRecord | undefined, run: BenchRecord): BenchRecord {
  const previous = isDeepStrictEqual(record?.machine, run.machine) ? (record?.findings ?? []) : [];
  const rows = new Set(run.findings.map(({ row }) => row));
  return {
    machine: run.machine,
    findings: [...previous.filter(({ row }) => !rows.has(row)), ...run.findings],
  };
}

/** Reads a file's record; undefined if it doesn't exist. */
export async function readRecord(file: string): Promise<BenchRecord | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as BenchRecord) : undefined;
}

export function writeRecord(file: string, record: BenchRecord): void {
  writeAtomically(file, `${JSON.stringify(record, null, 2)}\n`, FILE_MODE);
}
