/** Emailed links by the hosts of their mailboxes. */
import type { Overview } from '../../../generated/admin-api.d.ts';
import { duration, number, t } from '../../texts/texts.ts';
import { UserText } from '../../ui/parts.tsx';
import { Table } from '../../ui/table.tsx';

type Host = Overview['mailboxes'][number];

export function Mailboxes({ of, reports }: { of: readonly Host[]; reports: boolean }) {
  if (of.length === 0) return null;
  const part = (stage: 'delivered' | 'opened' | 'used') => (host: Host) =>
    partText(host[stage], host.sent, host[`${stage}_p50`]);
  return (
    <>
      <h3>{t('mailboxes')}</h3>
      <p class="hint">{t(reports ? 'mailboxes.hint' : 'mailboxes.hint.unreported')}</p>
      <Table
        caption={t('mailboxes')}
        rows={of}
        keyOf={({ host }) => host}
        empty={t('overview.nothing')}
        columns={[
          {
            title: t('mailboxes.host'),
            cell: ({ host }) => (host === 'other' ? t('mailboxes.other') : <UserText code>{host}</UserText>),
          },
          { title: t('mailboxes.sent'), short: true, cell: ({ sent }) => number(sent) },
          ...(reports
            ? [
                { title: t('email-state.delivered'), cell: part('delivered') },
                { title: t('mailboxes.opened'), cell: part('opened') },
              ]
            : []),
          { title: t('line.used'), cell: part('used') },
        ]}
      />
    </>
  );
}

function partText(count: number, sent: number, median: number | null): string {
  const share = number(count / sent, { style: 'percent', maximumFractionDigits: 0 });
  return median === null
    ? t('mailboxes.part', { count, share })
    : t('mailboxes.part-after', { count, share, time: duration(median) });
}
