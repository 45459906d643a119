/** @jsxImportSource preact */
import { visibleDeep } from '../../src/text/escape.ts';
import { plural } from '../../src/text/plural.ts';
import { Icon } from '../html/icons.tsx';
import { Headed, Pairs } from '../html/list.tsx';
import { pageText } from '../html/page.tsx';
import type { Outline, OutlineSection } from '../outline/outline.ts';
import { type ShownTargets, targetsOutline, targetsSentence } from '../outline/targets.ts';
import { moment } from '../outline/words.ts';

/** One small page for all targets, in the frame of a report's page; their reports lie in folders beside it. */
export function render(given: ShownTargets): string {
  const shown = visibleDeep(given);
  const { exitCode, targets } = shown.summary;
  const outline = targetsOutline(shown);
  return pageText({
    title: `Exit ${exitCode} · ${plural(targets.length, 'target')} · conformance`,
    banner: <Banner shown={shown} outline={outline} />,
    contents: outline.sections.map(({ anchor, heading, rows }) => ({
      anchor,
      label: heading ?? '',
      count: rows.length,
    })),
    children: outline.sections.map((section) => (
      <Headed key={section.anchor} section={section}>
        <Targets section={section} shown={shown} />
      </Headed>
    )),
  });
}

function Banner({
  shown: { summary },
  outline,
}: {
  readonly shown: ShownTargets;
  readonly outline: Outline;
}) {
  const { exitCode, startedAt, tool } = summary;
  const mark = outline.mark ?? 'not-exercised';
  const seal = mark === 'conforms' || mark === 'deviates' ? mark : 'incomplete';
  return (
    <div>
      <p class="eyebrow">
        Conformance of several services, <time dateTime={startedAt}>{moment(startedAt)}</time>, by {tool.name}{' '}
        {tool.version}
      </p>
      <div class="outcome">
        <span class={`seal ${seal}`}>
          <Icon mark={mark} />
        </span>
        <div>
          <h1>
            {targetsSentence(summary)} <span class="exit">exit code {exitCode}</span>
          </h1>
        </div>
      </div>
    </div>
  );
}

/** A row for each target, which leads to its page. */
function Targets({ section, shown }: { readonly section: OutlineSection; readonly shown: ShownTargets }) {
  if (section.kind !== 'record') return null;
  return (
    <ul class="card list">
      {section.rows.map(({ sign, lines = [] }, at) => {
        const { name, path } = shown.summary.targets[at] ?? { name: '', path: null };
        const mark = sign === undefined || sign === 'failed' || sign === 'note' ? 'not-exercised' : sign;
        return (
          <li key={name} class="finding" id={`target.${name}`}>
            <Icon mark={mark} />
            <div>
              <h3>{path === null ? name : <a href={path}>{name}</a>}</h3>
              <Pairs facts={lines.flat()} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
