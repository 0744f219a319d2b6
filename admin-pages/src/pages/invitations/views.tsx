/** The views of the invitations page: invitations, lists, and settings, which need the role that manages the realm. */
import { useAbout } from '../../server/rights.ts';
import { type TextKey, t } from '../../texts/texts.ts';
import { hrefTo } from '../../ui/route.ts';

/** The views' names in the URL. */
const VIEWS = {
  all: { title: 'invitations.all', parts: [] },
  lists: { title: 'invitations.lists', parts: ['lists'] },
  settings: { title: 'invitations.settings', parts: ['settings'] },
} as const satisfies Record<string, { title: TextKey; parts: readonly string[] }>;
type View = keyof typeof VIEWS;

export function Views({ current }: { current: View }) {
  const { manage } = useAbout().rights.realm;
  const views = (Object.keys(VIEWS) as View[]).filter((view) => view !== 'settings' || manage);
  return (
    <nav class="views" aria-label={t('invitations')}>
      {views.map((view) => (
        <a
          key={view}
          href={hrefTo('invitations', ...VIEWS[view].parts)}
          aria-current={view === current ? 'page' : undefined}
        >
          {t(VIEWS[view].title)}
        </a>
      ))}
    </nav>
  );
}
