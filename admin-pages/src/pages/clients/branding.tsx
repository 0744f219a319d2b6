/** A client's branding: edit, preview, send a test email, save. */
import { useEffect, useState } from 'preact/hooks';
import type { BrandingInput, BrandingResponse, Client, TestEmail } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { named, type TextKey, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, type Labels } from '../../ui/failure.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { Done, Loading, Page, UserText } from '../../ui/parts.tsx';
import { hrefTo } from '../../ui/route.ts';
import { useUnsaved } from '../../ui/unsaved.ts';
import { Preview } from './preview.tsx';

type Field = keyof BrandingInput;

/** Labels of the fields, by their names in the API, when saving (`logo`) or previewing (`branding.logo`). */
function brandingLabels(): Labels {
  const labels = FIELDS.flatMap(({ name }) => {
    const label = named('branding-field', name);
    return [[name, label] as const, [`branding.${name}`, label] as const];
  });
  return { ...Object.fromEntries(labels), email: t('email') };
}

/** The fields in display order, with the maximum lengths that the server accepts. */
const FIELDS: readonly { name: Field; maxLength: number; hint: TextKey; leftToRight?: boolean }[] = [
  { name: 'logo', maxLength: 2000, hint: 'branding.logo.hint', leftToRight: true },
  { name: 'primary_color', maxLength: 7, hint: 'branding.colour.hint', leftToRight: true },
  { name: 'background_color', maxLength: 7, hint: 'branding.colour.hint', leftToRight: true },
  { name: 'subject', maxLength: 200, hint: 'branding.subject.hint' },
  { name: 'sender_name', maxLength: 100, hint: 'branding.sender.hint' },
  { name: 'text', maxLength: 1000, hint: 'branding.text.hint' },
];

export function BrandingPage({ id }: { id: string }) {
  const path = `/clients/${encodeURIComponent(id)}`;
  const loaded = useLoaded((signal) => call<Client>(path, { signal }), [id]);
  return (
    <Page title={t('branding')}>
      <p>
        <a href={hrefTo('clients', id)}>
          {loaded.data === null ? t('clients.one') : <UserText>{loaded.data.name}</UserText>}
        </a>
      </p>
      <Loading of={loaded}>{(client) => <Editor client={client} path={`${path}/branding`} />}</Loading>
    </Page>
  );
}

/** The form's values; an empty text removes the value from the branding. */
type Draft = Record<Field, string>;

function brandingOf(draft: Draft): BrandingInput {
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, value.trim() === '' ? null : value.trim()]),
  );
}

function Editor({ client, path }: { client: Client; path: string }) {
  const about = useAbout();
  const [draft, setDraft] = useState<Draft>(
    () => Object.fromEntries(FIELDS.map(({ name }) => [name, client.branding[name] ?? ''])) as Draft,
  );
  const [saved, setSaved] = useState(draft);
  useUnsaved(FIELDS.some(({ name }) => draft[name] !== saved[name]));
  const saving = useAction();
  const sending = useAction();
  const [done, setDone] = useState<string | null>(null);
  const [locale, setLocale] = useState(about.default_language);
  const debounced = useDebounced(draft);
  useEffect(() => setDone(null), [draft]);
  const errors = fieldErrors(saving.failure);
  const save = () =>
    saving.run(async () => {
      await call<BrandingResponse>(path, { method: 'PUT', body: brandingOf(draft) });
      setSaved(draft);
      setDone(t('saved'));
    });
  const send = () =>
    sending.run(async () => {
      const body = { branding: brandingOf(draft), locale };
      const { email } = await call<TestEmail>(`${path}/test-email`, { method: 'POST', body });
      setDone(t('branding.emailed', { email }));
    });
  return (
    <div class="editor">
      <Form
        class="section"
        onSubmit={() => {
          save();
        }}
      >
        {FIELDS.map(({ name, maxLength, hint, leftToRight = false }) => {
          const properties = {
            label: named('branding-field', name),
            hint: t(hint),
            error: errors[name],
            value: draft[name],
            maxLength,
            leftToRight,
            onInput: (value: string) => setDraft({ ...draft, [name]: value }),
          };
          if (name === 'text') return <AreaField key={name} {...properties} rows={3} />;
          if (!name.endsWith('_color')) return <TextField key={name} {...properties} />;
          return (
            <div class="colour" key={name}>
              <TextField {...properties} placeholder="#2347c5" />
              <input
                type="color"
                aria-label={`${named('branding-field', name)}: ${t('branding.pick')}`}
                value={/^#[0-9a-f]{6}$/i.test(draft[name]) ? draft[name] : '#808080'}
                onInput={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
              />
            </div>
          );
        })}
        <Failure of={saving.failure} labels={brandingLabels()} />
        <Failure of={sending.failure} labels={brandingLabels()} />
        {done !== null && <Done>{done}</Done>}
        {about.rights.clients.manage && (
          <div class="buttons">
            <Button kind="primary" type="submit" busy={saving.busy}>
              {t('save')}
            </Button>
            <Button busy={sending.busy} disabled={about.email === null} onClick={send}>
              {t('branding.send')}
            </Button>
          </div>
        )}
        {about.rights.clients.manage && (
          <p class="hint">
            {about.email === null
              ? t('branding.no-address')
              : t('branding.send.hint', { email: about.email })}
          </p>
        )}
      </Form>
      <Preview
        path={`${path}/preview`}
        branding={brandingOf(debounced)}
        labels={brandingLabels()}
        locale={locale}
        onLocale={setLocale}
      />
    </div>
  );
}

const DEBOUNCE_MILLIS = 400;

/** The value after typing has paused. */
function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MILLIS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
