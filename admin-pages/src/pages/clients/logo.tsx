/** A branding's logo: uploaded, or the URL of a picture. */
import { useId } from 'preact/hooks';
import { LOGO_LIMITS, UPLOADED } from '../../../../provider-scripts/src/realm/branding/branding.ts';
import type { LogoInput, UploadedLogo } from '../../../generated/admin-api.d.ts';
import { ApiFailure, call, fieldErrors } from '../../server/api.ts';
import type { Rejection } from '../../texts/rejection.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAction } from '../../ui/load.ts';

interface LogoFieldProperties {
  label: string;
  hint: string;
  error: Rejection | undefined;
  value: string;
  maxLength: number;
  readOnly: boolean;
  onInput: (value: string) => void;
  /** Where a picture is uploaded. */
  path: string;
  /** Where the uploaded logo is served; null if it isn't known. */
  url: string | null;
  onUpload: (uploaded: UploadedLogo) => void;
}

/** The server's own error; a larger request isn't sent. */
const TOO_LARGE = new ApiFailure('invalid', 'larger than allowed', null, {
  content: { id: 'body-too-large', values: { bytes: LOGO_LIMITS.bytes }, message: 'larger than allowed' },
});

/** What the server accepts; it checks the bytes. */
const TYPES = 'image/png,image/jpeg,image/webp,image/gif';

export function LogoField({ path, url, onUpload, ...field }: LogoFieldProperties) {
  const { label, value, readOnly, onInput } = field;
  const uploading = useAction();
  const id = useId();
  const isUploaded = value.startsWith(UPLOADED);
  const wrong = fieldErrors(uploading.failure).content;
  const upload = (file: File) =>
    uploading.run(async () => {
      if (file.size > LOGO_LIMITS.bytes) throw TOO_LARGE;
      const body: LogoInput = { content: await base64Of(file) };
      onUpload(await call<UploadedLogo>(path, { method: 'POST', body }));
    });
  return (
    <fieldset class="logo">
      {isUploaded ? (
        <>
          <legend>{label}</legend>
          {url !== null && <img src={url} alt={t('branding.uploaded')} />}
        </>
      ) : (
        <TextField {...field} leftToRight />
      )}
      {!readOnly && (
        <div class="buttons">
          <label class={`button plain${uploading.busy ? ' busy' : ''}`} for={id}>
            {t(isUploaded ? 'branding.replace' : 'branding.upload')}
          </label>
          <input
            id={id}
            class="unseen"
            type="file"
            accept={TYPES}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file !== undefined) upload(file);
              event.currentTarget.value = '';
            }}
          />
          {isUploaded && <Button onClick={() => onInput('')}>{t('branding.remove-logo')}</Button>}
        </div>
      )}
      {!readOnly && <p class="hint">{t('branding.upload.hint')}</p>}
      {wrong === undefined ? (
        <Failure of={uploading.failure} />
      ) : (
        <p class="wrong" role="alert">
          <ErrorText of={wrong} />
        </p>
      )}
    </fieldset>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
