/** Invitations: the state of each, to one user, and to a list. */
import { useState } from 'preact/hooks';
import { rolesFor, useAbout } from '../../server/rights.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Page, Section } from '../../ui/parts.tsx';
import { Roles } from '../../ui/roles.tsx';
import { goTo } from '../../ui/route.ts';
import { Allow, Forbid } from './allow.tsx';
import { Batches } from './batches.tsx';
import { ImportList } from './import-list.tsx';
import { InviteOne } from './invite-one.tsx';
import { InvitationList } from './list.tsx';
import { Views } from './views.tsx';

/** `invitations`, `invitations/lists` and `invitations/settings`. */
export function Invitations({ parts: [view] }: { parts: string[] }) {
  const { invitations: allowed, rights } = useAbout();
  if (!allowed || !rights.users.view)
    return (
      <Page title={t('invitations')}>
        {allowed ? <p>{t('invitations.on')}</p> : <Allow />}
        {allowed && rights.realm.manage && <Forbid />}
        {!rights.users.view && (
          <Section title={t('role')}>
            <Roles roles={rolesFor('users', 'view')} />
          </Section>
        )}
      </Page>
    );
  if (view === 'lists') return <Lists />;
  return view === 'settings' && rights.realm.manage ? <Settings /> : <All />;
}

function All() {
  const { manage } = useAbout().rights.users;
  const [panel, setPanel] = useState<'invite' | 'import' | null>(null);
  const [round, setRound] = useState(0);
  const close = () => setPanel(null);
  return (
    <Page title={t('invitations')}>
      <Views current="all" />
      {manage && panel === null && (
        <div class="buttons">
          <Button kind="primary" onClick={() => setPanel('invite')}>
            {t('invitations.invite')}
          </Button>
          <Button onClick={() => setPanel('import')}>{t('invitations.import')}</Button>
        </div>
      )}
      {panel === 'invite' && (
        <Panel key="invite" title={t('invitations.one')} onClose={close}>
          <InviteOne onSent={() => setRound(round + 1)} />
        </Panel>
      )}
      {panel === 'import' && (
        <Panel key="import" title={t('invitations.import-title')} onClose={close}>
          <ImportList onChecked={() => goTo('invitations', 'lists')} />
        </Panel>
      )}
      <Section title={t('invitations.all')}>
        <InvitationList round={round} />
      </Section>
    </Page>
  );
}

function Lists() {
  return (
    <Page title={t('invitations')} view={t('invitations.lists')}>
      <Views current="lists" />
      <h2>{t('invitations.lists')}</h2>
      <Batches />
    </Page>
  );
}

function Settings() {
  return (
    <Page title={t('invitations')} view={t('invitations.settings')}>
      <Views current="settings" />
      <Section title={t('invitations.settings')}>
        <p>{t('invitations.on')}</p>
        <p>{t('invitations.forbid.text')}</p>
        <Forbid />
      </Section>
    </Page>
  );
}
