/** What an import found: counts, and each line that isn't imported as it is. */
import type { WriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { inOneLine } from '../../provider-scripts/src/platform/engine/one-line.ts';
import { asFailure } from '../admin/failure.ts';
import { counted } from '../cli/count.ts';
import { grouped } from '../cli/markdown.ts';
import { Failure } from '../failure.ts';

/**
 * What a finding is about: a line that is rejected, a user who has an account, a verified user whose address has an account that nobody has proven,
 * or something that is left out.
 */
export type FindingKind = 'rejected' | 'exists' | 'unproven' | 'note';

/** A finding. */
export interface Finding {
  readonly line: number;
  readonly kind: FindingKind;
  readonly text: string;
}

/** How many findings a run shows; `--report` writes all. */
const MAX_SHOWN = 100;

/** The first line of the file with all findings. */
const HEADING = 'line,finding,text\n';

/** What is counted. */
const COUNTS = [
  'records',
  'accounts',
  'unverified',
  'disabled',
  'identities',
  'verified',
  'before',
  'exists',
  'unproven',
  'rejected',
] as const;
export type Count = (typeof COUNTS)[number];

/** How each is told of one and of many; `isApplied`: whether the accounts were created. */
function labelsOf(what: Count, isApplied: boolean): [one: string, many: string] {
  const same = (label: string): [string, string] => [label, label];
  switch (what) {
    case 'records':
      return ['user in the file', 'users in the file'];
    case 'accounts':
      return isApplied
        ? ['account created', 'accounts created']
        : ['account to create', 'accounts to create'];
    case 'unverified':
      return same('of them unverified: claimed by their first link, without name and former id');
    case 'disabled':
      return same('of them disabled, as they were');
    case 'identities':
      return ['identity at a provider', 'identities at providers'];
    case 'verified': {
      const of = `of an earlier run ${isApplied ? 'marked' : 'to mark'} as verified since, with name and former id`;
      return [`account ${of}`, `accounts ${of}`];
    }
    case 'before':
      return ['account of an earlier run: left as it is', 'accounts of an earlier run: left as they are'];
    case 'exists':
      return ['user who has an account: left as it is', 'users who have an account: left as it is'];
    case 'unproven':
      return [
        'verified user whose address has an account that nobody has proven: not imported',
        'verified users whose address has an account that nobody has proven: not imported',
      ];
    case 'rejected':
      return same('rejected');
  }
}

/** The report, which is filled while the file is read. */
export class Report {
  readonly #counts = new Map<Count, number>();
  readonly #shown: Finding[] = [];
  readonly #warnings: string[] = [];
  readonly #file: WriteStream | undefined;
  #findings = 0;

  private constructor(file: WriteStream | undefined) {
    this.#file = file;
    // `close` tells.
    this.#file?.on('error', () => {});
    this.#file?.write(HEADING);
  }

  /**
   * Begins a report.
   * @param file for all findings, as CSV: a new file, or an earlier report
   * @throws Failure if it can't be written
   */
  static async begin(file: string | undefined): Promise<Report> {
    try {
      return new Report(file === undefined ? undefined : (await opened(file)).createWriteStream());
    } catch (error) {
      throw reportFailure(error);
    }
  }

  count(what: Count, by = 1): void {
    this.#counts.set(what, this.counted(what) + by);
  }

  counted(what: Count): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Tells something of the file as a whole. */
  warn(text: string): void {
    this.#warnings.push(inOneLine(text));
    this.#write('', 'warning', inOneLine(text));
  }

  find(line: number, kind: FindingKind, text: string): void {
    this.#findings += 1;
    if (kind !== 'note') this.count(kind);
    const shown = inOneLine(text);
    if (this.#shown.length < MAX_SHOWN) this.#shown.push({ line, kind, text: shown });
    this.#write(line, kind, shown);
  }

  #write(line: number | '', kind: string, text: string): void {
    this.#file?.write(`${line},${kind},"${text.replaceAll('"', '""')}"\n`);
  }

  /** Finishes the file. */
  async close(): Promise<void> {
    if (this.#file === undefined) return;
    this.#file.end();
    await finished(this.#file).catch((error) => {
      throw reportFailure(error);
    });
  }

  get result(): object {
    const counts = COUNTS.map((what) => [what, this.counted(what)] as const);
    return {
      ...Object.fromEntries(counts),
      warnings: this.#warnings,
      findings: this.#shown,
      more_findings: this.#findings - this.#shown.length,
    };
  }

  /** For users; `isApplied`: whether the accounts were created. */
  text(isApplied: boolean): string {
    const counts = COUNTS.filter(
      (what) => this.counted(what) > 0 || what === 'records' || what === 'accounts',
    );
    const lengths = counts.map((what) => grouped(this.counted(what)).length);
    const width = Math.max(...lengths);
    const label = (what: Count) => counted(this.counted(what), ...labelsOf(what, isApplied));
    const more = this.#findings - this.#shown.length;
    return [
      ...this.#warnings.map((text) => `WARNING: ${text}.`),
      ...counts.map((what, index) => `${' '.repeat(width - (lengths[index] ?? 0))}${label(what)}`),
      ...this.#shown.map(({ line, kind, text }) => `line ${line}: ${kind}: ${text}`),
      ...(more > 0 ? [`and ${counted(more, 'more finding')}: --report FILE writes all`] : []),
    ].join('\n');
  }
}

/** Opens the file; one that is there is emptied only if it is a report: it may be the file with the users. */
async function opened(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const handle = await open(file, 'r+');
  try {
    if (!(await handle.stat()).isFile()) throw new Failure(`${file}: it isn't a file`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADING.length), 0, HEADING.length, 0);
    if (bytesRead > 0 && buffer.toString() !== HEADING)
      throw new Failure(`${file}: the file is there, and isn't a report: name another one`);
    await handle.truncate();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function reportFailure(error: unknown): Failure {
  return new Failure(`--report: ${asFailure(error).message}`);
}
