/** Fields for the personal message of an invitation, and for its lifetime. */
import type { Rejection } from '../../texts/rejection.ts';
import { t } from '../../texts/texts.ts';
import { AreaField, TextField } from '../../ui/field.tsx';

interface WordingValue {
  text: string;
  days: string;
}

/** The initial values. */
export const DEFAULT_WORDING: WordingValue = { text: '', days: '7' };

/** Maximum values that the server accepts (contract, section 4.15). */
const TEXT_LENGTH = 200;
const MAX_DAYS = 30;

/** The labels of these fields, by their names in the API. */
export function wordingLabels() {
  return { text: t('invitations.text'), lifetime_days: t('invitations.days') };
}

interface WordingProperties {
  value: WordingValue;
  onInput: (value: WordingValue) => void;
  errors: Readonly<Record<string, Rejection>>;
}

export function MessageField({ value, onInput, errors }: WordingProperties) {
  return (
    <AreaField
      label={t('invitations.text')}
      hint={t('invitations.text.hint', { max: TEXT_LENGTH })}
      error={errors.text}
      value={value.text}
      onInput={(text) => onInput({ ...value, text })}
      maxLength={TEXT_LENGTH}
      rows={3}
    />
  );
}

export function LifetimeField({ value, onInput, errors }: WordingProperties) {
  return (
    <TextField
      label={t('invitations.days')}
      type="number"
      min={1}
      max={MAX_DAYS}
      required
      error={errors.lifetime_days}
      value={value.days}
      onInput={(days) => onInput({ ...value, days })}
    />
  );
}
