/** The application: its header, its navigation, and the current page. */
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { REALM } from '../../../provider-scripts/src/realm/settings/table.ts';
import type { About } from '../../generated/admin-api.d.ts';
import { RealmBranding } from '../pages/clients/branding.tsx';
import { Clients } from '../pages/clients/clients.tsx';
import { Invitations } from '../pages/invitations/invitations.tsx';
import { Limits } from '../pages/limits/limits.tsx';
import { Links } from '../pages/links/links.tsx';
import { Overview } from '../pages/overview/overview.tsx';
import { Referrals } from '../pages/referrals/referrals.tsx';
import { Settings } from '../pages/settings/settings.tsx';
import { SignUpRules } from '../pages/sign-up-rules/sign-up-rules.tsx';
import { Users } from '../pages/users/users.tsx';
import { ApiFailure, call } from '../server/api.ts';
import { AboutContext, type Area, rolesFor } from '../server/rights.ts';
import { chooseLanguage } from '../texts/language.ts';
import { language, number, type TextKey, t } from '../texts/texts.ts';
import { ConfirmLeaving } from '../ui/leave.tsx';
import { useLoaded } from '../ui/load.ts';
import { Loading, Page } from '../ui/parts.tsx';
import { Roles } from '../ui/roles.tsx';
import { hrefTo, RouteContext, useRoute } from '../ui/route.ts';
import { Header } from './header.tsx';
import { usePendingClients } from './pending.ts';

/** A page, its name in the URL, and the area whose view permission it requires; `alsoFor` allows others. */
interface PageEntry {
  name: string;
  title: TextKey;
  area: Area;
  alsoFor?: (rights: About['rights']) => boolean;
  /** Left out if every realm has it; stock realms have `invitations` and `links` only while they allow them. */
  only?: 'linkgate-realm' | 'invitations' | 'stock-realm-links';
  page: ComponentType<{ parts: string[] }>;
}

const PAGES: readonly PageEntry[] = [
  { name: 'overview', title: 'overview', area: 'realm', page: Overview },
  { name: 'clients', title: 'clients', area: 'clients', only: 'linkgate-realm', page: Clients },
  { name: 'branding', title: 'branding', area: 'realm', only: 'linkgate-realm', page: RealmBranding },
  { name: 'limits', title: 'limits', area: 'realm', page: Limits },
  { name: 'settings', title: 'settings', area: 'realm', page: Settings },
  { name: 'sign-up-rules', title: 'sign-up-rules', area: 'realm', page: SignUpRules },
  { name: 'referral-codes', title: 'referrals', area: 'realm', only: 'linkgate-realm', page: Referrals },
  { name: 'users', title: 'users', area: 'users', page: Users },
  {
    name: 'invitations',
    title: 'invitations',
    area: 'users',
    // Only realm managers can turn invitations on.
    alsoFor: ({ realm }) => realm.manage,
    only: 'invitations',
    page: Invitations,
  },
  { name: 'links', title: 'links', area: 'users', only: 'stock-realm-links', page: Links },
];

function canOpen({ area, alsoFor }: PageEntry, rights: About['rights']): boolean {
  return rights[area].view || alsoFor?.(rights) === true;
}

function isHere({ only }: PageEntry, { linkgate_realm, invitations, backend_links }: About): boolean {
  if (only === 'stock-realm-links') return !linkgate_realm && backend_links;
  if (linkgate_realm || only === undefined) return true;
  return only === 'invitations' && invitations;
}

/** Why a realm doesn't have a page. */
function whyNot({ only }: PageEntry, { linkgate_realm }: About): string {
  if (only === 'stock-realm-links')
    return linkgate_realm
      ? t('links.elsewhere')
      : t('rejection.backend-links-off', { attribute: REALM.backendLinks.name });
  return only === 'invitations'
    ? t('rejection.invitations-off', { attribute: REALM.invitations.name })
    : t('rejection.only-in-linkgate-realm', { attribute: REALM.enabled.name });
}

export function App() {
  const about = useLoaded((signal) => call<About>('', { signal }), []);
  const [, setLanguage] = useState(language());
  return (
    <>
      <Header
        about={about.data}
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
  const route = useRoute();
  const [name, ...parts] = route.parts;
  const { leaving } = route;
  if (of.data === null)
    return (
      <main>
        <Loading of={of}>{() => null}</Loading>
      </main>
    );
  const about = of.data;
  const open = PAGES.filter((one) => isHere(one, about) && canOpen(one, about.rights));
  const place = name === undefined ? (open[0] ?? PAGES[0]) : PAGES.find((one) => one.name === name);
  return (
    <AboutContext.Provider value={{ about, replace: of.replace }}>
      <RouteContext.Provider value={route}>
        <Places open={open} current={place} about={about} />
        <main id="main" tabIndex={-1}>
          {place === undefined ? (
            <Page title={t('nothing')}>
              <p>{t('nothing.text')}</p>
            </Page>
          ) : !isHere(place, about) ? (
            <Page title={t(place.title)}>
              <p>{whyNot(place, about)}</p>
            </Page>
          ) : canOpen(place, about.rights) ? (
            <place.page key={place.name} parts={parts} />
          ) : (
            <MissingRole roles={rolesFor(place.area, 'view')} />
          )}
        </main>
        {leaving !== null && <ConfirmLeaving onLeave={leaving.go} onStay={leaving.stay} />}
      </RouteContext.Provider>
    </AboutContext.Provider>
  );
}

interface PlacesProperties {
  open: readonly PageEntry[];
  current: PageEntry | undefined;
  about: About;
}

/** The navigation. On phones it is one line that scrolls, with the current page in view. */
function Places({ open, current, about }: PlacesProperties) {
  const list = useRef<HTMLUListElement>(null);
  const pending = usePendingClients(about);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav class="places" aria-label={t('places')}>
      <ul ref={list}>
        {open.map((one) => (
          <li key={one.name}>
            <a href={hrefTo(one.name)} aria-current={one === current ? 'page' : undefined}>
              {t(one.title)}
              {one.name === 'clients' && pending > 0 && (
                <span class="count">
                  <span aria-hidden="true">{number(pending)}</span>
                  <span class="unseen">{t('clients.pending', { count: pending })}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MissingRole({ roles }: { roles: readonly string[] }) {
  return (
    <Page title={t('role')}>
      <Roles roles={roles} />
    </Page>
  );
}
