/** The realm's limits: look up and reset a caller's status; edit limits with a preview of the effect; what the shield suspects. */
import { useState } from 'preact/hooks';
import type { LimitsInForce } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { named, t } from '../../texts/texts.ts';
import { useLoaded } from '../../ui/load.ts';
import { Loading, Page, Section } from '../../ui/parts.tsx';
import { Table } from '../../ui/table.tsx';
import { LimitsForm, PATH } from './form.tsx';
import { LookUp } from './lookup.tsx';
import { Suspected } from './suspected.tsx';
import { valueText } from './value.ts';

export function Limits(_: { parts: string[] }) {
  const [round, setRound] = useState(0);
  const loaded = useLoaded((signal) => call<LimitsInForce>(PATH, { signal }), []);
  return (
    <Page title={t('limits')}>
      <Section title={t('limits.lookup')}>
        <LookUp key={round} />
      </Section>
      <Section title={t('limits.settable')}>
        <Loading of={loaded}>
          {(stored) => (
            <LimitsForm
              stored={stored}
              onSaved={(now) => {
                loaded.replace(now);
                setRound(round + 1);
              }}
            />
          )}
        </Loading>
      </Section>
      <Section title={t('limits.shield')}>
        <Suspected />
      </Section>
      {loaded.data !== null && (
        <Section title={t('limits.fixed')}>
          <Fixed caption={t('limits.fixed')} of={loaded.data.fixed} />
        </Section>
      )}
    </Page>
  );
}

interface FixedProperties {
  caption: string;
  of: LimitsInForce['fixed'];
}

function Fixed({ caption, of }: FixedProperties) {
  return (
    <Table
      caption={caption}
      rows={of}
      keyOf={({ name }) => name}
      empty={t('none')}
      columns={[
        { title: t('limits.name'), cell: ({ name }) => named('limit', name) },
        { title: t('limits.value-title'), short: true, cell: ({ value }) => valueText(value) },
      ]}
    />
  );
}
