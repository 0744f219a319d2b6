/** The public names, and that every change of them is recorded. */
import { describe, expect, test } from 'vitest';
import type { Section } from '../../../scripts/release/changelog.ts';
import { itemsOf, publicSurface } from '../../../scripts/release/public-surface.ts';
import {
  missingFromChangelog,
  nextRecord,
  recordProblems,
  type SurfaceRecord,
} from '../../../scripts/release/surface-record.ts';
import { npmRun } from '../../support/command.ts';

const NOW: Section = { name: 'Unreleased', text: '- The event `link_lost` is new.' };
const FIRST: Section = { name: '0.1.0', date: '2026-11-22', text: '- All of it.' };
const SECOND: Section = { name: '0.2.0', date: '2026-12-24', text: NOW.text };

/** The names of the first release. */
const RELEASED: SurfaceRecord = {
  changes: { since: '0.1.0', added: [], removed: [] },
  surface: { events: ['link_sent', 'link_used'] },
};
const CHANGED = { events: ['link_lost', 'link_used'] };

describe('the record of what is public', () => {
  test('matches the sources’ declarations, and the changelog names every change', async () => {
    expect(await recordProblems()).toEqual([]);
  });

  test('is up to date according to the command', async () => {
    expect(await npmRun('public-surface', ['--check'])).toMatchObject({ code: 0, stderr: '' });
  });

  test('has every kind of name', async () => {
    const items = itemsOf(await publicSurface());
    for (const item of [
      'paths: /token',
      'paths: /.well-known/jwks.json',
      'paths: GET /admin/…/linkgate/overview',
      'attributes: linkgate.enabled',
      'attributes: linkgate.branding.logo',
      'settings: signUp=closed',
      'errors: referral_required',
      'events: link_used',
      'admin events: LINKGATE_REFERRAL',
      'meters: linkgate_links_sent_total',
      'meters: linkgate_links_rejected_total{reason="expired"}',
      'pages: linkgate-check-email.ftl',
      'emails: magic-link.ftl',
      'texts of pages: linkgateCheckEmailTitle',
      'texts of emails: linkgateMagicLinkSubject',
      'tables: LINKGATE_LINK',
      'changes of tables: 1-tables',
      'providers: authenticator linkgate-email',
      'clients and roles: linkgate-admin',
      'commands: linkgate seed --apply',
      'commands: linkgate clients --redirect-uri',
      'commands: linkgate invitations --help',
    ])
      expect(items).toContain(item);
  });

  test('retains additions and removals, so that an update hides nothing', () => {
    const once = nextRecord(RELEASED, CHANGED, [NOW, FIRST]);
    expect(once).toMatchObject({ changes: { added: ['events: link_lost'], removed: ['events: link_sent'] } });
    const again = nextRecord(once, CHANGED, [NOW, FIRST]);
    expect(again).toEqual(once);
    expect(missingFromChangelog(again, [NOW, FIRST])).toEqual(['events: link_sent']);
  });

  test('drops names that were added and removed again before a release', () => {
    const once = nextRecord(RELEASED, CHANGED, [NOW, FIRST]);
    expect(nextRecord(once, RELEASED.surface, [NOW, FIRST])).toEqual(RELEASED);
  });

  test('has no changes before the first release', () => {
    const before = { surface: RELEASED.surface };
    expect(nextRecord(before, CHANGED, [NOW])).toEqual({ surface: CHANGED });
    expect(nextRecord({ surface: CHANGED }, CHANGED, [NOW, FIRST])).toEqual({
      changes: { since: '0.1.0', added: [], removed: [] },
      surface: CHANGED,
    });
  });

  test('restarts after a release, with that release’s names', () => {
    const once = nextRecord(RELEASED, CHANGED, [NOW, FIRST]);
    const atRelease = nextRecord(once, CHANGED, [SECOND, FIRST]);
    expect(atRelease).toEqual(once);
    const after = nextRecord(atRelease, CHANGED, [NOW, SECOND, FIRST]);
    expect(after).toEqual({ changes: { since: '0.2.0', added: [], removed: [] }, surface: CHANGED });
  });
});
