/** A text whose figures count: for the eye as it is, for a screen reader once, without them. For live regions. */
export function Ticking({ spoken, text }: { readonly text: string; readonly spoken: string }) {
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span className="hidden-visually">{spoken}</span>
    </>
  );
}
