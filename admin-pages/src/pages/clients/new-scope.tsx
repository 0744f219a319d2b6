/** Creates an API scope by Keycloak's own admin API; applications are given it on their pages. */
import { useState } from 'preact/hooks';
import { isApiScopeName } from '../../../../provider-scripts/src/clients/api-scopes.ts';
import { isAudience } from '../../../../provider-scripts/src/clients/audience.ts';
import { newApiScope } from '../../../../provider-scripts/src/clients/new-client.ts';
import { t } from '../../texts/texts.ts';
import { TextField } from '../../ui/field.tsx';
import { useAction } from '../../ui/load.ts';
import { Done } from '../../ui/parts.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { createInKeycloak, MAX_LENGTH, NewForm } from './new-form.tsx';

export function NewScope() {
  const [name, setName] = useState('');
  const [audience, setAudience] = useState('');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const action = useAction();
  useUnsaved(name + audience + text !== '');
  const create = () =>
    action.run(async () => {
      const [scope, whom] = [name.trim(), audience.trim()];
      const wrong = isApiScopeName(scope)
        ? isAudience(whom)
          ? null
          : t('scopes.new.wrong-audience')
        : t('scopes.new.wrong-name');
      setMade(null);
      setProblem(wrong);
      if (wrong !== null) return;
      const { protocolMappers, ...fields } = newApiScope(scope, whom, text.trim());
      const protocol = 'openid-connect';
      const mappers = protocolMappers.map((mapper) => ({ protocol, ...mapper }));
      const body = { ...fields, protocol, protocolMappers: mappers };
      if (!(await createInKeycloak('/client-scopes', body))) {
        setProblem(t('scopes.new.taken'));
        return;
      }
      setMade(scope);
      for (const clear of [setName, setAudience, setText]) clear('');
    });
  return (
    <NewForm create={create} problem={problem} action={action} submitLabel={t('scopes.new.make')}>
      {made !== null && <Done>{t('scopes.new.made', { name: made })}</Done>}
      <div class="row">
        <TextField
          label={t('scopes.new.name')}
          hint={t('scopes.new.name.hint')}
          value={name}
          onInput={setName}
          maxLength={MAX_LENGTH}
          leftToRight
          required
        />
        <TextField
          label={t('scopes.new.audience')}
          hint={t('scopes.new.audience.hint')}
          value={audience}
          onInput={setAudience}
          maxLength={MAX_LENGTH}
          leftToRight
          required
        />
        <TextField
          label={t('scopes.new.text')}
          hint={t('scopes.new.text.hint')}
          value={text}
          onInput={setText}
          maxLength={MAX_LENGTH}
          required
        />
      </div>
    </NewForm>
  );
}
