import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { colorOf } from '../../../meta/colorOf.ts'
import { tagsOf } from '../../../field/tagsOf.ts'
import type { LayoutOptions } from '../../../views/ViewParts.ts'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Segments } from '../../../component/Segments.tsx'
import { Tags } from '../../../component/Tags.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { addDays, addMonths, type Span, spans } from '../../../component/days.ts'

interface CalendarBarProps {
  readonly model: ModelMeta
  readonly options: LayoutOptions
  readonly at: string
  readonly today: string
  readonly span: Span
  readonly onSpan: (span: Span) => void
  readonly isNarrow: boolean
  readonly goTo: (day: string) => void
  readonly days: readonly string[]
}

/** Which days are shown, and the way to others; what the colours mean. */
export function CalendarBar({ model, options, at, today, span, onSpan, isNarrow, goTo, days }: CalendarBarProps) {
  const { words, formats } = useShell()
  const step = (by: 1 | -1) =>
    goTo(span === 'month' ? addMonths(at, by) : addDays(at, by * (span === 'week' ? 7 : days.length)))
  const colored = model.fields.find(({ name }) => name === options.color)
  const month = new Intl.DateTimeFormat(formats.language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const [first = at, last = at] = [days[0], days.at(-1)]
  const title =
    span === 'month' ? month.format(new Date(`${at}T00:00:00Z`)) : `${formats.date(first)} – ${formats.date(last)}`
  return (
    <div className="planner-bar">
      <Button
        weight="quiet"
        small
        aria-label={words.views.calendar.before}
        icon={<Icon name="back" />}
        onPress={() => step(-1)}
      />
      <h2 className="planner-title" aria-live="polite">
        {title}
      </h2>
      <Button
        weight="quiet"
        small
        aria-label={words.views.calendar.after}
        icon={<Icon name="forward" />}
        onPress={() => step(1)}
      />
      <Button small onPress={() => goTo(today)}>
        {words.views.calendar.today}
      </Button>
      <span className="planner-legend">
        {colored ? (
          <Tags
            tags={(colored.values ?? []).flatMap((value) =>
              colorOf(value, colored) ? tagsOf(value, colored, words) : [],
            )}
          />
        ) : null}
      </span>
      {isNarrow ? null : (
        <Segments
          label={words.views.calendar.show}
          segments={spans.map((id) => ({ id, label: words.views.calendar[id] }))}
          value={span}
          onChange={onSpan}
        />
      )}
    </div>
  )
}
