import { CheckBox } from '@kitestring/console-ui/check-box.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { ACCOUNT_ROLES, type AccountRole } from '@kitestring/station-contract/station/account-role.ts';
import { PASSWORD_MIN } from '@kitestring/station-contract/station/password-limits.ts';
import { useState } from 'react';
import { useAccountWords } from './account-words.ts';

interface NewPasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
}

/** Field for a new password, which can be shown while it is typed. */
export function NewPasswordField({ label, onChange, value }: NewPasswordFieldProps) {
  const { password: texts } = useAccountWords();
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <TextField
        label={label}
        hint={texts.hint(PASSWORD_MIN)}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        value={value}
        onChange={onChange}
      />
      <CheckBox isSelected={isShown} onChange={setIsShown}>
        {texts.show}
      </CheckBox>
    </>
  );
}

interface RoleChoiceProps {
  readonly value: AccountRole;
  readonly onChange: (role: AccountRole) => void;
  readonly isDisabled?: boolean;
}

/** Selects a role, with its permissions below. */
export function RoleChoice({ isDisabled = false, onChange, value }: RoleChoiceProps) {
  const texts = useAccountWords();
  const options = ACCOUNT_ROLES.map((id) => ({ id, name: texts.roles[id] }));
  return (
    <div>
      <Choice label={texts.role} options={options} value={value} onChange={onChange} isDisabled={isDisabled} />
      <p className="quiet small">{texts.roleHints[value]}</p>
    </div>
  );
}
