/** Links that backends requested, in a stock realm: found by client, list or ID, and lists of users who get one each; revoked by one or all. */
import { useState } from 'preact/hooks';
import { t } from '../../texts/texts.ts';
import { Page, Section } from '../../ui/parts.tsx';
import { FindLinks } from './find.tsx';
import { LinkLists } from './lists.tsx';

export function Links(_: { parts: string[] }) {
  // What is revoked in one half changes the other.
  const [rounds, setRounds] = useState({ find: 0, lists: 0 });
  return (
    <Page title={t('links')}>
      <Section title={t('links.find')}>
        <FindLinks round={rounds.find} onRevoked={() => setRounds({ ...rounds, lists: rounds.lists + 1 })} />
      </Section>
      <h2>{t('links.lists')}</h2>
      <LinkLists round={rounds.lists} onRevoked={() => setRounds({ ...rounds, find: rounds.find + 1 })} />
    </Page>
  );
}
