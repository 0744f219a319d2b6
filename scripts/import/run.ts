/** Imports the users of a file that was surveyed: reads it as a stream, and creates accounts in batches if told to. */
import type UserRepresentation from '@keycloak/keycloak-admin-client/lib/defs/userRepresentation.js';
import type { RealmAdmin } from '../admin/connect.ts';
import { counted } from '../cli/count.ts';
import { printProgress } from '../cli/output.ts';
import { type Account, type Identity, unproven } from './account.ts';
import { BATCH_SIZE, createBatch, identityKey, linkedAlready, type Pending } from './batches.ts';
import { type ExistingAccounts, readExisting } from './existing.ts';
import { accountId, IMPORTED_ID, isForeign } from './imported-id.ts';
import type { ImportRealm } from './realm.ts';
import type { Report } from './report.ts';
import { type Owner, type ReadUser, type Survey, type UsersFile, usersOf } from './survey.ts';
import { isUsed, markVerified } from './verify.ts';

/** What to import. */
export interface ImportOptions extends UsersFile {
  readonly apply: boolean;
  /** Whether accounts may have a former id that users have written. */
  readonly isIdDoubtful: boolean;
}

/** What is said of a user of whom something is there already. */
const FOUND = {
  'imported with another address': ['exists', 'its account of an earlier run has another address'],
  address: ['exists', 'its address has an account'],
  'unproven address': ['unproven', 'its address has an account that nobody has proven'],
  username: ['rejected', 'its address is the username of another account'],
} as const;

/** What is said of a user whose account of an earlier run can't be marked as verified. */
const USED =
  'its address was verified since an earlier run, but its account has credentials, sessions or identities: look who has it';

/** After how many records the progress is told. */
const PROGRESS = 10_000;

/** Runs the import, and fills the report. */
export async function runImport(
  admin: RealmAdmin,
  realm: ImportRealm,
  options: ImportOptions,
  surveyed: Survey,
  report: Report,
): Promise<void> {
  for (const warning of surveyed.warnings) report.warn(warning);
  const foreign: UserRepresentation[] = [];
  const look = (user: UserRepresentation) => void (isForeign(realm.id, user) && foreign.push(user));
  const existing = await readExisting(admin, options.isIdDoubtful ? look : undefined);
  if (foreign.length > 0) report.warn(foreignWarning(foreign));
  const run = new Import(admin, realm, existing, options, surveyed, report);
  for await (const user of usersOf(options, realm)) {
    await run.add(user);
    const records = report.counted('records');
    if (records % PROGRESS === 0)
      printProgress(`${counted(records, 'user')} read, ${counted(report.counted('accounts'), 'account')}`);
  }
  await run.finish();
  const unproven = report.counted('unproven');
  if (unproven > 0)
    report.warn(
      `${counted(unproven, 'verified user has', 'verified users have')} an address with an account that nobody has proven, perhaps a stranger's: delete it and import once more, or its first link claims it, without name, former id and identities`,
    );
}

/** How many accounts a warning names. */
const MAX_NAMED = 100;

function foreignWarning(accounts: readonly UserRepresentation[]): string {
  const named = accounts.slice(0, MAX_NAMED).map(({ id, username }) => `${username} (${id})`);
  return `${counted(accounts.length, 'account has', 'accounts have')} a ${IMPORTED_ID} that no import has given, and users may have written it, as the user profile lets them write attributes that aren't declared: remove it, unless an administrator has set it: ${named.join(', ')}${accounts.length > MAX_NAMED ? ', …' : ''}`;
}

/** The state of a run. */
class Import {
  readonly #admin: RealmAdmin;
  readonly #realm: ImportRealm;
  readonly #existing: ExistingAccounts;
  readonly #options: ImportOptions;
  readonly #surveyed: Survey;
  readonly #report: Report;
  /** The lines of the file's ids and identities so far. */
  readonly #ids = new Map<string, number>();
  readonly #identities = new Map<string, number>();
  #batch: Pending[] = [];

  constructor(
    admin: RealmAdmin,
    realm: ImportRealm,
    existing: ExistingAccounts,
    options: ImportOptions,
    surveyed: Survey,
    report: Report,
  ) {
    this.#admin = admin;
    this.#realm = realm;
    this.#existing = existing;
    this.#options = options;
    this.#surveyed = surveyed;
    this.#report = report;
  }

  /** Takes a user in. */
  async add({ record, line, decided }: ReadUser): Promise<void> {
    this.#report.count('records');
    if ('rejected' in decided) return this.#report.find(line, 'rejected', decided.rejected);
    const owner = this.#surveyed.owners.get(decided.account.email);
    if (owner?.record !== record)
      return this.#report.find(line, 'rejected', whyNotOwner(decided.account, owner));
    const account = owner.rival === null ? decided.account : unproven(decided.account);
    const notes = owner.rival === null ? decided.notes : [...decided.notes, rivalNote(owner.rival)];
    const id = accountId(this.#realm.id, this.#options.product, account);
    const sameId = this.#ids.get(id);
    if (sameId !== undefined) return this.#report.find(line, 'rejected', `it has the id of line ${sameId}`);
    this.#ids.set(id, line);
    const known = this.#existing.find({ id, email: account.email });
    if (known === 'imported unverified' && account.isVerified && account.isEnabled)
      return await this.#markVerified({ line, id, account }, notes);
    if (known === 'imported' || known === 'imported unverified') return this.#report.count('before');
    if (known !== null) {
      // An unverified user would have had no more than that account.
      const [kind, text] = FOUND[known === 'unproven address' && !account.isVerified ? 'address' : known];
      return this.#report.find(line, kind, text);
    }
    this.#tell(line, notes);
    this.#batch.push({ line, id, account: this.#withoutTaken(line, account) });
    if (this.#batch.length === BATCH_SIZE) await this.finish();
  }

  /** Takes over that the address of an account of an earlier run was verified since. */
  async #markVerified(imported: Pending, notes: readonly string[]): Promise<void> {
    const { line, account } = imported;
    if (await isUsed(this.#admin, imported)) return this.#report.find(line, 'exists', USED);
    this.#tell(line, notes);
    const batch = [{ ...imported, account: this.#withoutTaken(line, account) }];
    for (const one of await this.#withoutLinked(batch)) {
      if (this.#options.apply) await markVerified(this.#admin, one);
      this.#report.count('verified');
      this.#report.count('identities', one.account.identities.length);
    }
  }

  #tell(line: number, notes: readonly string[]): void {
    for (const note of notes) this.#report.find(line, 'note', note);
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

/** Whose user is the mailbox's owner can't be told. */
function rivalNote(line: number): string {
  return `line ${line} is another verified user with its address: unverified, without name, former id and identities`;
}

function whyNotOwner({ isVerified }: Account, owner: Owner | undefined): string {
  if (owner === undefined) return 'the file was changed while it was read';
  return `it has the address of line ${owner.line}${owner.isVerified && !isVerified ? ', which is verified' : ''}`;
}
