/** The realm's rate limits: changed with a look at what the change would refuse, and one caller's looked up and lifted. */
import { useState } from 'preact/hooks';
import { t } from '../../texts/texts.ts';
import { Page, Section } from '../../ui/parts.tsx';
import { LookUp } from './look-up.tsx';
import { Policies } from './policies.tsx';

export function Limits(_: { parts: string[] }) {
  const [round, setRound] = useState(0);
  return (
    <Page title={t('limits')}>
      <Section title={t('limits.policies')}>
        <Policies onSaved={() => setRound(round + 1)} />
      </Section>
      <Section title={t('limits.look-up')}>
        <LookUp key={round} />
      </Section>
    </Page>
  );
}
