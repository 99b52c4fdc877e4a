/** Elements that take key input. Includes lists and menus, where keys select an entry. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=listbox], [role=menu], [role=dialog]') !== null;
