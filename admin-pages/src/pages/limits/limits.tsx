/** The realm's rate limits: look up and reset a caller's status; edit policies with a preview of the effect. */
import { useState } from 'preact/hooks';
import type { RatePolicies } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { named, t } from '../../texts/texts.ts';
import { useLoaded } from '../../ui/load.ts';
import { Loading, Page, Section } from '../../ui/parts.tsx';
import { Table } from '../../ui/table.tsx';
import { LookUp } from './lookup.tsx';
import { PATH, Policies } from './policies.tsx';
import { rateText } from './rate.ts';

export function Limits(_: { parts: string[] }) {
  const [round, setRound] = useState(0);
  const loaded = useLoaded((signal) => call<RatePolicies>(PATH, { signal }), []);
  return (
    <Page title={t('limits')}>
      <Section title={t('limits.lookup')}>
        <LookUp key={round} />
      </Section>
      <Section title={t('limits.policies')}>
        <Loading of={loaded}>
          {(stored) => (
            <Policies
              stored={stored}
              onSaved={(now) => {
                loaded.replace(now);
                setRound(round + 1);
              }}
            />
          )}
        </Loading>
      </Section>
      {loaded.data !== null && (
        <Section title={t('limits.fixed')}>
          <Rates caption={t('limits.fixed')} of={loaded.data.fixed} />
        </Section>
      )}
    </Page>
  );
}

interface RatesProperties {
  caption: string;
  of: RatePolicies['fixed'];
}

function Rates({ caption, of }: RatesProperties) {
  return (
    <Table
      caption={caption}
      rows={of}
      keyOf={({ name }) => name}
      empty={t('none')}
      columns={[
        { title: t('limits.policy'), cell: ({ name }) => named('policy', name) },
        { title: t('limits.rate-title'), short: true, cell: ({ rate }) => rateText(rate) },
      ]}
    />
  );
}
