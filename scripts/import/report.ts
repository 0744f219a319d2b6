/** What an import found: counts, and each line that isn't imported as it is. */
import { createWriteStream, openSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { inOneLine } from '../../provider-scripts/src/platform/engine/one-line.ts';
import { grouped } from '../cli/markdown.ts';

/** What a finding is about: a line that is rejected, a user who has an account, or something that is left out. */
export type FindingKind = 'rejected' | 'exists' | 'note';

/** A finding. */
export interface Finding {
  readonly line: number;
  readonly kind: FindingKind;
  readonly text: string;
}

/** How many findings a run shows; `--report` writes all. */
const MAX_SHOWN = 100;

const COUNTS = {
  records: 'users in the file',
  accounts: 'accounts to create',
  unverified: 'of them unverified: claimed by their first link',
  disabled: 'of them disabled, as they were',
  identities: 'identities at providers',
  before: 'accounts of an earlier run: left as they are',
  exists: 'users who have an account: left as it is',
  rejected: 'rejected',
} as const;

/** What is counted. */
export type Count = keyof typeof COUNTS;

/** The report, which is filled while the file is read. */
export class Report {
  readonly #counts = new Map<Count, number>();
  readonly #shown: Finding[] = [];
  readonly #file: WriteStream | undefined;
  #findings = 0;

  /** @param file the file for all findings, as CSV; it is emptied */
  constructor(file: string | undefined) {
    this.#file = file === undefined ? undefined : createWriteStream(file, { fd: openSync(file, 'w') });
    this.#file?.write('line,finding,text\n');
  }

  count(what: Count, by = 1): void {
    this.#counts.set(what, this.counted(what) + by);
  }

  counted(what: Count): number {
    return this.#counts.get(what) ?? 0;
  }

  find(line: number, kind: FindingKind, text: string): void {
    this.#findings += 1;
    if (kind !== 'note') this.count(kind);
    const shown = inOneLine(text);
    if (this.#shown.length < MAX_SHOWN) this.#shown.push({ line, kind, text: shown });
    this.#file?.write(`${line},${kind},"${shown.replaceAll('"', '""')}"\n`);
  }

  /** Finishes the file. */
  async close(): Promise<void> {
    if (this.#file === undefined) return;
    this.#file.end();
    await finished(this.#file);
  }

  get result(): object {
    const counts = (Object.keys(COUNTS) as Count[]).map((what) => [what, this.counted(what)] as const);
    return {
      ...Object.fromEntries(counts),
      findings: this.#shown,
      more_findings: this.#findings - this.#shown.length,
    };
  }

  /** For users; `isApplied`: whether the accounts were created. */
  text(isApplied: boolean): string {
    const counts = (Object.keys(COUNTS) as Count[]).filter(
      (what) => this.counted(what) > 0 || what === 'records' || what === 'accounts',
    );
    const numbers = counts.map((what) => grouped(this.counted(what)));
    const width = Math.max(...numbers.map(({ length }) => length));
    const label = (what: Count) => (isApplied && what === 'accounts' ? 'accounts created' : COUNTS[what]);
    const more = this.#findings - this.#shown.length;
    return [
      ...counts.map((what, index) => `${numbers[index]?.padStart(width)} ${label(what)}`),
      ...this.#shown.map(({ line, kind, text }) => `line ${line}: ${kind}: ${text}`),
      ...(more > 0 ? [`and ${grouped(more)} more findings: --report FILE writes all`] : []),
    ].join('\n');
  }
}
