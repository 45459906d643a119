/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';

/** A term of a `dl`, with what there is to say about it. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
