import { ACCOUNT_ROLES, type AccountRole } from '@kitestring/contract/station/account-role.ts';
import { Choice } from '@kitestring/kit/choice.tsx';
import { useAccountWords } from './account-words.ts';

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
