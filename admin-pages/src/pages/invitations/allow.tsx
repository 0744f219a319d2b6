/** The switch that allows invitations; it requires the role that manages the realm. */
import { useState } from 'preact/hooks';
import type { About, InvitationSettings } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout, useSetAbout } from '../../server/rights.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useAction } from '../../ui/load.ts';

function useSettings() {
  const setAbout = useSetAbout();
  return async (settings: InvitationSettings) =>
    setAbout(await call<About>('/invitation-settings', { method: 'PUT', body: settings }));
}

/** Shown while invitations are off. */
export function Allow() {
  const { manage } = useAbout().rights.realm;
  const set = useSettings();
  const action = useAction();
  return (
    <>
      <p>{t('invitations.off')}</p>
      {!manage && <p>{t('invitations.off.ask', { role: 'manage-realm' })}</p>}
      <Failure of={action.failure} />
      {manage && (
        <Button kind="primary" busy={action.busy} onClick={() => action.run(() => set({ allowed: true }))}>
          {t('invitations.allow')}
        </Button>
      )}
    </>
  );
}

/** The button that turns invitations off. */
export function Forbid() {
  const set = useSettings();
  const [confirming, setConfirming] = useState(false);
  const action = useAction();
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{t('invitations.forbid')}</Button>
      {confirming && (
        <Confirm
          title={t('invitations.forbid')}
          text={t('invitations.forbid.text')}
          confirmLabel={t('invitations.forbid')}
          reversible
          action={action}
          work={() => set({ allowed: false })}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
