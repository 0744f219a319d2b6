/** A branding, of a client or of the realm for all its clients: edit, preview, send a test email, save. */
import { useEffect, useState } from 'preact/hooks';
import { LANGUAGES } from '../../../../provider-scripts/src/realm/language/languages.ts';
import type {
  Branding,
  BrandingInput,
  BrandingResponse,
  BrandingUpdate,
  Client,
  TestEmail,
} from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { language, named, type TextKey, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice, conflictText } from '../../ui/conflict.tsx';
import { Failure, type Labels } from '../../ui/failure.tsx';
import { AreaField, ChoiceField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import type { Values } from '../../ui/merge.ts';
import { Done, Loading, Page } from '../../ui/parts.tsx';
import { hrefBackTo, hrefTo } from '../../ui/route.ts';
import { useSharedForm } from '../../ui/shared-form.ts';
import { useUnsaved } from '../../ui/unsaved.ts';
import { Contrasts } from './contrast.tsx';
import { LogoField } from './logo.tsx';
import { Preview } from './preview.tsx';

type Field = Exclude<keyof BrandingInput, 'translations'>;

/** The fields in display order, with the maximum lengths that the server accepts. */
const FIELDS: readonly { name: Field; maxLength: number; hint: TextKey }[] = [
  { name: 'logo', maxLength: 2000, hint: 'branding.logo.hint' },
  { name: 'primary_color', maxLength: 7, hint: 'branding.colour.hint' },
  { name: 'background_color', maxLength: 7, hint: 'branding.colour.hint' },
  { name: 'sender_name', maxLength: 100, hint: 'branding.sender.hint' },
  { name: 'subject', maxLength: 200, hint: 'branding.subject.hint' },
  { name: 'text', maxLength: 1000, hint: 'branding.text.hint' },
];
/** The fields that may have a value for each language. */
const TRANSLATED = ['subject', 'text'] as const;
/** The languages of translations, also those that the realm doesn't offer at present. */
const TAGS: readonly string[] = LANGUAGES.map(({ tag }) => tag);

/** Labels of the fields, by their names in the API, when saving (`logo`) or previewing (`branding.logo`). */
function brandingLabels(): Labels {
  const labels = FIELDS.flatMap(({ name }) => {
    const label = named('branding-field', name);
    return [[name, label] as const, [`branding.${name}`, label] as const];
  });
  const translated = TAGS.flatMap((tag) =>
    TRANSLATED.flatMap((name) => {
      const label = `${named('branding-field', name)} (${languageName(tag)})`;
      const field = `translations.${tag}.${name}`;
      return [[field, label] as const, [`branding.${field}`, label] as const];
    }),
  );
  return Object.fromEntries([...labels, ...translated]);
}

function languageName(tag: string): string {
  return new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(tag) ?? tag;
}

/** The realm's branding, which its clients inherit. */
export function RealmBranding() {
  const about = useAbout();
  const loaded = useLoaded((signal) => call<BrandingResponse>('/branding', { signal }), []);
  return (
    <Page title={t('branding')}>
      <p class="hint">{t('branding.of-realm')}</p>
      <Loading of={loaded}>
        {(stored) => <Editor stored={stored} path="/branding" manage={about.rights.realm.manage} />}
      </Loading>
    </Page>
  );
}

/** A client's branding. */
export function BrandingPage({ id }: { id: string }) {
  const about = useAbout();
  const path = `/clients/${encodeURIComponent(id)}`;
  const loaded = useLoaded(
    async (signal) => ({
      client: await call<Client>(path, { signal }),
      stored: await call<BrandingResponse>(`${path}/branding`, { signal }),
    }),
    [id],
  );
  return (
    <Page
      title={t('branding')}
      back={[
        { href: hrefBackTo('clients'), text: t('clients') },
        { href: hrefTo('clients', id), text: loaded.data?.client.name ?? t('clients.one') },
      ]}
    >
      <p class="hint">{t('branding.of-client')}</p>
      <Loading of={loaded}>
        {({ stored }) => (
          <Editor stored={stored} path={`${path}/branding`} manage={about.rights.clients.manage} />
        )}
      </Loading>
    </Page>
  );
}

/** The form's values, by the field's name in the API (`translations.de.text`); an empty text removes the value. */
function draftOf(branding: Branding): Values {
  return Object.fromEntries([
    ...FIELDS.map(({ name }) => [name, branding[name] ?? ''] as const),
    ...TAGS.flatMap((tag) =>
      TRANSLATED.map(
        (name) => [`translations.${tag}.${name}`, branding.translations[tag]?.[name] ?? ''] as const,
      ),
    ),
  ]);
}

function brandingOf(draft: Values): BrandingInput {
  const value = (field: string) => draft[field]?.trim() || null;
  return {
    ...Object.fromEntries(FIELDS.map(({ name }) => [name, value(name)])),
    translations: Object.fromEntries(
      TAGS.map((tag) => [
        tag,
        Object.fromEntries(TRANSLATED.map((name) => [name, value(`translations.${tag}.${name}`)])),
      ]),
    ),
  };
}

interface EditorProperties {
  stored: BrandingResponse;
  path: string;
  manage: boolean;
}

function Editor({ stored: loaded, path, manage }: EditorProperties) {
  const about = useAbout();
  const offered = about.languages.filter((tag) => tag !== about.default_language && TAGS.includes(tag));
  const { stored, saved, draft, setDraft, conflict, isEdited, ...form } = useSharedForm({
    loaded,
    valuesOf: ({ branding }) => draftOf(branding),
    load: () => call<BrandingResponse>(path),
    outdated: 'branding-changed',
  });
  useUnsaved(manage && isEdited);
  const saving = useAction();
  const sending = useAction();
  const [done, setDone] = useState<string | null>(null);
  /** The language of subject and text. */
  const [locale, setLocale] = useState(about.default_language);
  const [previewed, setPreviewed] = useState(() =>
    about.languages.includes(language()) ? language() : about.default_language,
  );
  const [logoUrls, setLogoUrls] = useState<Readonly<Record<string, string>>>({});
  const debounced = useDebounced(draft);
  const errors = fieldErrors(saving.failure);
  const sendErrors = fieldErrors(sending.failure);
  const labels = brandingLabels();
  const set = (field: string) => (value: string) => {
    setDone(null);
    setDraft((before) => ({ ...before, [field]: value }));
  };

  const save = () =>
    saving.run(async () => {
      const body: BrandingUpdate = { ...brandingOf(draft), version: stored.version };
      try {
        const response = await form.send(() => call<BrandingResponse>(path, { method: 'PUT', body }));
        if (response === null) return;
        form.showSaved(response);
        setDone(t('saved'));
      } catch (failure) {
        showLanguageOf(failure);
        throw failure;
      }
    });
  const send = () =>
    sending.run(async () => {
      const body = { branding: brandingOf(draft), locale: previewed };
      try {
        const { email } = await call<TestEmail>(`${path}/test-email`, { method: 'POST', body });
        setDone(t('branding.emailed', { email }));
      } catch (failure) {
        showLanguageOf(failure);
        throw failure;
      }
    });

  const editLanguage = (tag: string) => {
    setLocale(tag);
    setPreviewed(tag);
  };

  /** Shows the language of a text that the server rejected, where its error stands. */
  const showLanguageOf = (failure: unknown) => {
    const rejected = Object.keys(fieldErrors(failure)).find((field) =>
      TRANSLATED.some((name) => field.split('.').at(-1) === name),
    );
    if (rejected !== undefined)
      editLanguage(/translations\.([^.]+)/.exec(rejected)?.[1] ?? about.default_language);
  };

  /** The field that is edited for the chosen language. */
  const inLanguage = (name: Field) => {
    const translated = `translations.${locale}.${name}`;
    if (!TRANSLATED.some((one) => one === name) || !TAGS.includes(locale)) return name;
    return locale !== about.default_language || saved[translated] !== '' ? translated : name;
  };
  const fieldOf = ({ name, maxLength, hint }: (typeof FIELDS)[number]) => {
    const field = inLanguage(name);
    const theirs = conflict?.both[field];
    const properties = {
      label: named('branding-field', name),
      hint: theirs === undefined ? t(hint) : conflictText(theirs),
      error: errors[field] ?? sendErrors[`branding.${field}`],
      value: draft[field] ?? '',
      maxLength,
      readOnly: !manage,
      onInput: set(field),
    };
    if (name === 'logo')
      return (
        <LogoField
          key={name}
          {...properties}
          path={`${path}/logo`}
          url={logoUrls[properties.value] ?? stored.logo_url}
          onUpload={({ logo, logo_url }) => {
            setLogoUrls({ ...logoUrls, [logo]: logo_url });
            set('logo')(logo);
          }}
        />
      );
    if (name === 'primary_color' || name === 'background_color') {
      const fallback = stored.defaults[name];
      const input = (
        <div class="colour">
          <TextField {...properties} placeholder={fallback} leftToRight />
          <input
            type="color"
            disabled={!manage}
            aria-label={`${properties.label}: ${t('branding.pick')}`}
            value={/^#[0-9a-f]{6}$/i.test(properties.value) ? properties.value : fallback}
            onInput={(event) => set(field)(event.currentTarget.value)}
          />
        </div>
      );
      return (
        <div key={name}>
          {input}
          {name === 'primary_color' && <Contrasts of={properties.value.trim()} />}
        </div>
      );
    }
    const inherited = (field === name ? null : draft[name]?.trim()) || stored.defaults[name] || '';
    return name === 'text' ? (
      <AreaField key={field} {...properties} placeholder={inherited} rows={3} />
    ) : (
      <TextField key={field} {...properties} placeholder={inherited} />
    );
  };
  return (
    <div class="editor">
      <Form
        class="section"
        onSubmit={() => {
          save();
        }}
      >
        {!manage && <p class="hint">{t('branding.read-only')}</p>}
        {FIELDS.slice(0, 4).map(fieldOf)}
        <ChoiceField
          label={t('branding.language')}
          hint={t('branding.language.hint', { language: languageName(about.default_language) })}
          value={locale}
          onChange={editLanguage}
          options={[about.default_language, ...offered].map((tag) => ({
            value: tag,
            label: languageName(tag),
          }))}
        />
        {FIELDS.slice(4).map(fieldOf)}
        {conflict !== null && (
          <ConflictNotice of={conflict} text={t('rejection.branding-changed')} labels={labels} />
        )}
        <Failure of={saving.failure} labels={labels} />
        <Failure of={sending.failure} labels={labels} />
        {manage && (
          <div class="save-bar">
            {done !== null && <Done>{done}</Done>}
            <div class="buttons">
              <Button kind="primary" type="submit" busy={saving.busy}>
                {t('save')}
              </Button>
              <Button busy={sending.busy} disabled={about.email === null} onClick={send}>
                {t('branding.send')}
              </Button>
            </div>
          </div>
        )}
        {manage && (
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
        labels={labels}
        locale={previewed}
        onLocale={setPreviewed}
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
