/** The personal message of every invitation, and how long it is valid. */
import type { Rejection } from '../../texts/rejection.ts';
import { t } from '../../texts/texts.ts';
import { AreaField, TextField } from '../../ui/field.tsx';

interface Worded {
  text: string;
  days: string;
}

/** Before anything is typed. */
export const UNWORDED: Worded = { text: '', days: '7' };

/** Maximum values that the server accepts (contract, section 4.15). */
const TEXT_LENGTH = 200;
const MOST_DAYS = 30;

/** The labels of these fields, by their names in the API. */
export function wordingLabels() {
  return { text: t('invitations.text'), lifetime_days: t('invitations.days') };
}

interface WordingProperties {
  value: Worded;
  onInput: (value: Worded) => void;
  wrong: Readonly<Record<string, Rejection>>;
}

export function Wording({ value, onInput, wrong }: WordingProperties) {
  return (
    <>
      <AreaField
        label={t('invitations.text')}
        hint={t('invitations.text.hint', { max: TEXT_LENGTH })}
        wrong={wrong.text}
        value={value.text}
        onInput={(text) => onInput({ ...value, text })}
        maxLength={TEXT_LENGTH}
        rows={3}
      />
      <TextField
        label={t('invitations.days')}
        type="number"
        min={1}
        max={MOST_DAYS}
        required
        wrong={wrong.lifetime_days}
        value={value.days}
        onInput={(days) => onInput({ ...value, days })}
      />
    </>
  );
}
