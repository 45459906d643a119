/** @jsxImportSource preact */
import type { Chip, Row } from '../outline/outline.ts';
import { Icon } from './icons.tsx';
import { hrefOf, Inline, usePage } from './inline.tsx';

export function Chips({ chips }: { readonly chips: readonly Chip[] }) {
  const page = usePage();
  return (
    <span class="chips">
      {chips.map(({ text, kind = '', to }) => {
        const href = hrefOf(page, to);
        const look = `chip ${kind}`.trim();
        return (
          <>
            {href === undefined ? (
              <span class={look}>{text}</span>
            ) : (
              <a class={look} href={href}>
                {text}
              </a>
            )}{' '}
          </>
        );
      })}
    </span>
  );
}

/** On what somebody has to act: a row for each cause, with its owner. */
export function Acts({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <ul class="acts">
      {rows.map(({ sign, title, chips = [], lines = [], copies }, at) => (
        <li key={at}>
          <Icon sign={sign} />
          <div>
            <Inline text={title} /> <Chips chips={chips} />{' '}
            {lines.flat().map(({ label, text }) => (
              <span key={label} class="quiet small">
                {label}: <Inline text={text} />
              </span>
            ))}
          </div>
          {copies === undefined ? null : (
            <span class="scripted">
              <CopyButton of={copies} label="Copy as an issue" />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

export function CopyButton({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <button class="button" type="button" data-copy={of}>
      {label}
    </button>
  );
}
