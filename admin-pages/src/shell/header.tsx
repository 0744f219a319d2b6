/** The header: the realm, who is signed in, Keycloak's console, language and sign-out. On phones all but the realm is behind a menu button. */
import { useId, useState } from 'preact/hooks';
import { LANGUAGES } from '../../../provider-scripts/src/realm/language/languages.ts';
import type { About } from '../../generated/admin-api.d.ts';
import { CONFIG, consoleUrl } from '../server/config.ts';
import { signOut } from '../server/sign-in.ts';
import { language, t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { UserText } from '../ui/parts.tsx';

interface HeaderProperties {
  /** Null until it is loaded, and for administrators without a role. */
  about: About | null;
  onLanguage: (tag: string) => void;
}

export function Header({ about, onLanguage }: HeaderProperties) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <header class="head">
      <p class="branding">
        <strong>Linkgate</strong>
        <span class="realm">
          {t('realm')} <UserText>{CONFIG.realmName}</UserText>
        </span>
      </p>
      <button
        class="button menu"
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('menu')}
      </button>
      <div class={`account${isOpen ? ' open' : ''}`} id={id}>
        {about !== null && (
          <p class="who">
            {t('signed-in-as')} <UserText>{about.email ?? about.username}</UserText>
          </p>
        )}
        <a href={consoleUrl()} target="_blank" rel="noreferrer">
          {t('console')}
        </a>
        <label class="language">
          <span class="unseen">{t('language')}</span>
          <select value={language()} onChange={(event) => onLanguage(event.currentTarget.value)}>
            {LANGUAGES.map(({ tag, name }) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={() => void signOut()}>{t('sign-out')}</Button>
      </div>
    </header>
  );
}
