/** The application: its header, its navigation, and the current page. */
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { LANGUAGES } from '../../../provider-scripts/src/language/languages.ts';
import type { About } from '../../generated/admin-api.d.ts';
import { Clients } from '../pages/clients/clients.tsx';
import { Invitations } from '../pages/invitations/invitations.tsx';
import { Limits } from '../pages/limits/limits.tsx';
import { Overview } from '../pages/overview/overview.tsx';
import { Referrals } from '../pages/referrals/referrals.tsx';
import { Users } from '../pages/users/users.tsx';
import { ApiFailure, call } from '../server/api.ts';
import { CONFIG } from '../server/config.ts';
import { AboutContext, type Area, rolesFor } from '../server/rights.ts';
import { signOut } from '../server/sign-in.ts';
import { chooseLanguage } from '../texts/language.ts';
import { language, type TextKey, t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { useAction, useLoaded } from '../ui/load.ts';
import { Loading, Page, UserText } from '../ui/parts.tsx';
import { Roles } from '../ui/roles.tsx';
import { hrefTo, useRoute } from '../ui/route.ts';

/** A page, its name in the URL, and the area whose view permission it requires; `alsoFor` allows others. */
interface PageEntry {
  name: string;
  title: TextKey;
  area: Area;
  alsoFor?: (rights: About['rights']) => boolean;
  /** Whether only Linkgate realms have it; any other realm has the step alone. */
  onlyLinkgate?: true;
  page: ComponentType<{ parts: string[] }>;
}

const PAGES: readonly PageEntry[] = [
  { name: 'overview', title: 'overview', area: 'realm', page: Overview },
  { name: 'clients', title: 'clients', area: 'clients', onlyLinkgate: true, page: Clients },
  { name: 'limits', title: 'limits', area: 'realm', page: Limits },
  { name: 'referral-codes', title: 'referrals', area: 'realm', onlyLinkgate: true, page: Referrals },
  { name: 'users', title: 'users', area: 'users', page: Users },
  {
    name: 'invitations',
    title: 'invitations',
    area: 'users',
    // Only realm managers can turn invitations on.
    alsoFor: ({ realm }) => realm.manage,
    onlyLinkgate: true,
    page: Invitations,
  },
];

function canOpen({ area, alsoFor }: PageEntry, rights: About['rights']): boolean {
  return rights[area].view || alsoFor?.(rights) === true;
}

export function App() {
  const about = useLoaded((signal) => call<About>('', { signal }), []);
  const [, setLanguage] = useState(language());
  return (
    <>
      <Header
        onLanguage={(tag) => {
          chooseLanguage(tag);
          setLanguage(language());
        }}
      />
      {about.failure instanceof ApiFailure && about.failure.kind === 'forbidden' ? (
        <main class="lone">
          <MissingRole
            roles={(['realm', 'clients', 'users'] as const).flatMap((area) => rolesFor(area, 'view'))}
          />
        </main>
      ) : (
        <Body of={about} />
      )}
    </>
  );
}

function Body({ of }: { of: ReturnType<typeof useLoaded<About>> }) {
  const {
    parts: [name, ...parts],
    leaving,
  } = useRoute();
  const action = useAction();
  if (of.data === null)
    return (
      <main>
        <Loading of={of}>{() => null}</Loading>
      </main>
    );
  const about = of.data;
  const places = PAGES.filter(({ onlyLinkgate }) => about.linkgate_realm || onlyLinkgate !== true);
  const open = places.filter((one) => canOpen(one, about.rights));
  const place = name === undefined ? (open[0] ?? places[0]) : places.find((one) => one.name === name);
  return (
    <AboutContext.Provider value={{ about, replace: of.replace }}>
      <nav class="places" aria-label={t('places')}>
        <ul>
          {open.map((one) => (
            <li key={one.name}>
              <a href={hrefTo(one.name)} aria-current={one === place ? 'page' : undefined}>
                {t(one.title)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1}>
        {place === undefined ? (
          <Page title={t('nothing')}>
            <p>{t('nothing.text')}</p>
          </Page>
        ) : canOpen(place, about.rights) ? (
          <place.page key={place.name} parts={parts} />
        ) : (
          <MissingRole roles={rolesFor(place.area, 'view')} />
        )}
      </main>
      {leaving !== null && (
        <Confirm
          title={t('unsaved')}
          text={t('unsaved.text')}
          confirmLabel={t('unsaved.leave')}
          action={action}
          work={async () => leaving.go()}
          onClose={leaving.stay}
        />
      )}
    </AboutContext.Provider>
  );
}

function Header({ onLanguage }: { onLanguage: (tag: string) => void }) {
  return (
    <header class="head">
      <p class="branding">
        <strong>Linkgate</strong> <UserText>{CONFIG.realmName}</UserText>
      </p>
      <label class="language">
        <span class="unseen">{t('language')}</span>
        <select value={language()} onChange={(event) => onLanguage(event.currentTarget.value)}>
          {LANGUAGES.map(({ tag, name }) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button onClick={() => void signOut()}>{t('sign-out')}</Button>
    </header>
  );
}

function MissingRole({ roles }: { roles: readonly string[] }) {
  return (
    <Page title={t('role')}>
      <Roles roles={roles} />
    </Page>
  );
}
