/** The search of a list, by text and state, which stand in the page's address. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { ChoiceField, TextField } from './field.tsx';
import { AtControl, Form } from './form.tsx';
import type { useListQuery } from './route.ts';

/** `states`: the states that can be chosen, with their names. */
export function ListSearch({
  of: [wanted, setWanted],
  label,
  states,
}: {
  of: ReturnType<typeof useListQuery>;
  label: string;
  states: readonly { value: string; label: string }[];
}) {
  const [typed, setTyped] = useState(wanted.search);
  // Back and links change the address, too.
  // Before anything can be typed.
  useLayoutEffect(() => setTyped(wanted.search), [wanted.search]);
  return (
    <Form class="filters" onSubmit={() => setWanted({ search: typed.trim() })}>
      <TextField label={label} type="search" value={typed} onInput={setTyped} maxLength={255} />
      <ChoiceField
        label={t('state')}
        value={wanted.state}
        onChange={(state) => setWanted({ state })}
        options={[{ value: '', label: t('state.any') }, ...states]}
      />
      <AtControl>
        <Button type="submit">{t('search')}</Button>
      </AtControl>
    </Form>
  );
}
