/** Imports the users of a file: reads it once as a stream, decides about each, and creates accounts in batches if told to. */
import type { RealmAdmin } from '../admin/connect.ts';
import { grouped } from '../cli/markdown.ts';
import { printProgress } from '../cli/output.ts';
import { type Account, decide, type Identity } from './account.ts';
import { BATCH_SIZE, createBatch, identityKey, linkedAlready, type Pending } from './batches.ts';
import { type ExistingAccounts, readExisting } from './existing.ts';
import { FORMATS, type Product } from './formats/index.ts';
import { accountId } from './imported-id.ts';
import { type ImportRealm, readImportRealm } from './realm.ts';
import type { Report } from './report.ts';
import type { Row, Unreadable } from './source/record.ts';
import { rowsOf } from './source/rows.ts';

/** What to import. */
export interface ImportOptions {
  readonly product: Product;
  readonly file: string;
  /** The aliases of the realm's providers by their names in the file. */
  readonly providers: ReadonlyMap<string, string>;
  readonly apply: boolean;
}

/** What is said of a user of whom something is there already. */
const FOUND = {
  'imported with another address': ['exists', 'its account of an earlier run has another address'],
  address: ['exists', 'its address has an account'],
  username: ['rejected', 'its address is the username of another account'],
} as const;

/** After how many records the progress is told. */
const PROGRESS = 10_000;

/** Runs the import, and fills the report. */
export async function runImport(admin: RealmAdmin, options: ImportOptions, report: Report): Promise<void> {
  const realm = await readImportRealm(admin, options.providers);
  const run = new Import(admin, realm, await readExisting(admin), options, report);
  for await (const row of rowsOf(options.file, FORMATS[options.product])) {
    await run.add(row);
    const records = report.counted('records');
    if (records % PROGRESS === 0)
      printProgress(`${grouped(records)} users read, ${grouped(report.counted('accounts'))} accounts`);
  }
  await run.finish();
}

/** The state of a run. */
class Import {
  readonly #admin: RealmAdmin;
  readonly #realm: ImportRealm;
  readonly #existing: ExistingAccounts;
  readonly #options: ImportOptions;
  readonly #report: Report;
  /** The lines of the file's addresses, ids and identities so far. */
  readonly #addresses = new Map<string, number>();
  readonly #ids = new Map<string, number>();
  readonly #identities = new Map<string, number>();
  #batch: Pending[] = [];

  constructor(
    admin: RealmAdmin,
    realm: ImportRealm,
    existing: ExistingAccounts,
    options: ImportOptions,
    report: Report,
  ) {
    this.#admin = admin;
    this.#realm = realm;
    this.#existing = existing;
    this.#options = options;
    this.#report = report;
  }

  /** Takes a record in. */
  async add(row: Row | Unreadable): Promise<void> {
    this.#report.count('records');
    if ('problem' in row) return this.#report.find(row.line, 'rejected', row.problem);
    const { product } = this.#options;
    const decided = decide(FORMATS[product].userIn(row.fields), this.#realm, Date.now());
    if ('rejected' in decided) return this.#report.find(row.line, 'rejected', decided.rejected);
    const { account, notes } = decided;
    const id = accountId(this.#realm.id, product, account);
    const [sameAddress, sameId] = [this.#addresses.get(account.email), this.#ids.get(id)];
    if (sameAddress !== undefined)
      return this.#report.find(row.line, 'rejected', `it has the address of line ${sameAddress}`);
    if (sameId !== undefined)
      return this.#report.find(row.line, 'rejected', `it has the id of line ${sameId}`);
    this.#addresses.set(account.email, row.line);
    this.#ids.set(id, row.line);
    const known = this.#existing.find({ id, email: account.email });
    if (known === 'imported') return this.#report.count('before');
    if (known !== null) {
      const [kind, text] = FOUND[known];
      return this.#report.find(row.line, kind, text);
    }
    for (const note of notes) this.#report.find(row.line, 'note', note);
    this.#batch.push({ line: row.line, id, account: this.#withoutTaken(row.line, account) });
    if (this.#batch.length === BATCH_SIZE) await this.finish();
  }

  /** Creates what is left. */
  async finish(): Promise<void> {
    const batch = await this.#withoutLinked(this.#batch);
    this.#batch = [];
    if (batch.length === 0) return;
    const { apply } = this.#options;
    const created = apply ? await createBatch(this.#admin, this.#realm.defaults, batch) : undefined;
    for (const [index, { line, account }] of batch.entries()) {
      const outcome = created?.[index] ?? 'created';
      if (outcome === 'created') this.#count(account);
      else if (outcome === 'exists')
        this.#report.find(line, 'exists', 'its address has an account since then');
      else this.#report.find(line, 'rejected', outcome.rejected);
    }
  }

  #count({ isVerified, isEnabled, identities }: Account): void {
    this.#report.count('accounts');
    this.#report.count('identities', identities.length);
    if (!isVerified) this.#report.count('unverified');
    if (!isEnabled) this.#report.count('disabled');
  }

  /** The account without identities that an earlier line has. */
  #withoutTaken(line: number, account: Account): Account {
    return this.#keeping(line, account, (identity) => {
      const key = identityKey(identity);
      const same = this.#identities.get(key);
      if (same !== undefined) return `line ${same} has its identity at ${identity.alias}: left out`;
      this.#identities.set(key, line);
      return null;
    });
  }

  /** The accounts without identities that other accounts of the realm have. */
  async #withoutLinked(batch: readonly Pending[]): Promise<Pending[]> {
    const linked = await linkedAlready(this.#admin, batch);
    return batch.map((one) => ({
      ...one,
      account: this.#keeping(one.line, one.account, (identity) =>
        linked.has(identityKey(identity))
          ? `another account of the realm has its identity at ${identity.alias}: left out`
          : null,
      ),
    }));
  }

  #keeping(line: number, account: Account, why: (identity: Identity) => string | null): Account {
    const identities = account.identities.filter((identity) => {
      const reason = why(identity);
      if (reason !== null) this.#report.find(line, 'note', reason);
      return reason === null;
    });
    return { ...account, identities };
  }
}
