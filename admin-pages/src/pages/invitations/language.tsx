/** A field for the language of an invitation's email: the realm's default, or another supported language. */
import { useAbout } from '../../server/rights.ts';
import type { Rejection } from '../../texts/rejection.ts';
import { t } from '../../texts/texts.ts';
import { ChoiceField } from '../../ui/field.tsx';

interface LanguageProperties {
  label: string;
  error?: Rejection | undefined;
  /** A language tag; empty for the realm's default. */
  value: string;
  onChange: (value: string) => void;
}

export function LanguageField(properties: LanguageProperties) {
  const { languages } = useAbout();
  const names = new Intl.DisplayNames([document.documentElement.lang], { type: 'language' });
  return (
    <ChoiceField
      {...properties}
      options={[
        { value: '', label: t('invitations.realm-language') },
        ...languages.map((tag) => ({ value: tag, label: names.of(tag) ?? tag })),
      ]}
    />
  );
}
