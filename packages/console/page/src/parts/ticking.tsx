/** A text with changing figures: shown as it is, but announced once without the figures. For live regions. */
export function Ticking({ spoken, text }: { readonly text: string; readonly spoken: string }) {
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span className="hidden-visually">{spoken}</span>
    </>
  );
}
