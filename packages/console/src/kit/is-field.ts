/** Where a key that is pressed is typed. Also lists and menus: there it finds an entry. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=listbox], [role=menu], [role=dialog]') !== null;
