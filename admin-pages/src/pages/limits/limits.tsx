/** The realm's rate limits: edit policies with a preview of the effect; look up and reset a caller's status. */
import { useState } from 'preact/hooks';
import { t } from '../../texts/texts.ts';
import { Page, Section } from '../../ui/parts.tsx';
import { LookUp } from './lookup.tsx';
import { Policies } from './policies.tsx';

export function Limits(_: { parts: string[] }) {
  const [round, setRound] = useState(0);
  return (
    <Page title={t('limits')}>
      <Section title={t('limits.policies')}>
        <Policies onSaved={() => setRound(round + 1)} />
      </Section>
      <Section title={t('limits.lookup')}>
        <LookUp key={round} />
      </Section>
    </Page>
  );
}
