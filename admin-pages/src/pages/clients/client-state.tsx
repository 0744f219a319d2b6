/** A client's state as text. */
import type { Client } from '../../../generated/admin-api.d.ts';
import { named, t } from '../../texts/texts.ts';
import { State } from '../../ui/parts.tsx';

/** Whether a client is approved, and whether it is disabled in Keycloak. */
export function ClientState({ of: { state, enabled } }: { of: Client }) {
  const kind = (
    { approved: 'good', pending: 'pending', suspended: 'bad', rejected: 'bad', deleted: 'bad' } as const
  )[state];
  return (
    <>
      <State kind={kind}>{named('client-state', state)}</State>
      {!enabled && <State kind="neutral">{t('clients.off')}</State>}
    </>
  );
}
