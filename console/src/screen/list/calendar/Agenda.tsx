import { DayCountLink } from './DayCell.tsx'
import { EntryLink } from './EntryLink.tsx'
import type { CalendarContext, Shown } from './Shown.ts'

interface AgendaProps {
  readonly days: readonly string[]
  readonly today: string
  readonly shown: Shown
  readonly context: CalendarContext
}

/** The days that have records, one below the other. */
export function Agenda({ days, today, shown, context }: AgendaProps) {
  const { words, formats, countOf } = context
  const weekday = new Intl.DateTimeFormat(formats.language, { weekday: 'short', timeZone: 'UTC' })
  const filled = days.filter((day) => shown.has(day) || (countOf && countOf(day).count > 0))
  if (filled.length === 0) return <p className="planner-none">{words.views.calendar.none}</p>
  return (
    <ol className="planner-agenda" aria-label={words.views.calendar.title}>
      {filled.map((day) => (
        <li key={day} className="planner-agenda-day" data-day={day} data-today={day === today || undefined}>
          <h3 className="planner-agenda-date">
            {weekday.format(new Date(`${day}T00:00:00Z`))} {formats.date(day)}
          </h3>
          <div className="planner-agenda-entries">
            {(shown.get(day) ?? []).map((entry) => (
              <EntryLink key={entry.record.id} {...{ entry, day, context }} />
            ))}
            <DayCountLink day={day} context={context} />
          </div>
        </li>
      ))}
    </ol>
  )
}
