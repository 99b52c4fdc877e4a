import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';

/** Closes a part of the page. @param label what it closes, for screen readers */
export function CloseButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <Button look="ghost" isSquare aria-label={label} onPress={onPress}>
      <CloseIcon />
    </Button>
  );
}
