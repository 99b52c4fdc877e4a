/** A tip and its element. */
export interface Tip {
  readonly text: string;
  readonly leftPx: number;
  readonly rightPx: number;
  readonly topPx: number;
  readonly bottomPx: number;
}

/** The reason of a disabled control precedes its name: the name alone would suggest a working control. */
export function tipOf(target: EventTarget | null): Tip | undefined {
  if (!(target instanceof Element)) return undefined;
  const control = target.closest('button, a, [role="slider"]');
  const why = target.closest('[data-why]')?.getAttribute('data-why');
  const name = control?.getAttribute('aria-label') ?? control?.getAttribute('data-tip');
  // A control with a visible text needs no tooltip.
  const isNamed = control !== null && (control.textContent ?? '').trim() === '';
  const hint = isNamed ? control.getAttribute('aria-description') : undefined;
  const text = [isNamed ? name : undefined, why ?? hint].filter(Boolean).join(': ');
  if (text === '') return undefined;
  // A disabled area has no box of its own.
  const { bottom, left, right, top } = (control ?? target).getBoundingClientRect();
  return { text, leftPx: left, rightPx: right, topPx: top, bottomPx: bottom };
}

const GAP_PX = 6;
const HEIGHT_PX = 40;

interface PageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Below its element, above it at the lower edge of the page; never beyond the sides. */
export function shownTip({ bottomPx, leftPx, rightPx, topPx }: Tip, { heightPx, widthPx }: PageSize) {
  const isAbove = bottomPx + GAP_PX + HEIGHT_PX > heightPx;
  const isRight = (leftPx + rightPx) / 2 > widthPx / 2;
  return {
    ...(isAbove ? { bottom: heightPx - topPx + GAP_PX } : { top: bottomPx + GAP_PX }),
    ...(isRight ? { right: Math.max(GAP_PX, widthPx - rightPx) } : { left: Math.max(GAP_PX, leftPx) }),
  };
}
