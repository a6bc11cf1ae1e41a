import type { KeyboardEvent } from 'react'
import { EntryLink } from './EntryLink.tsx'
import type { Span } from '../../../component/days.ts'
import type { CalendarContext } from './Shown.ts'
import type { Entry } from './useCalendar.ts'

/** How many entries a day of a month has before it says how many more there are. */
const most = 3

interface DayCellProps {
  readonly day: string
  readonly entries: readonly Entry[]
  readonly span: Span
  readonly isCursor: boolean
  readonly isToday: boolean
  /** Whether it is of another month. */
  readonly isOut: boolean
  readonly context: CalendarContext
  readonly onCursor: () => void
  readonly onMore: () => void
}

/** A day with its records. Enter goes into it: arrows go through its records, Space takes one, Escape leaves. */
export function DayCell({ day, entries, span, isCursor, isToday, isOut, context, onCursor, onMore }: DayCellProps) {
  const { words, formats, hold } = context
  const shown = span === 'month' && entries.length > most + 1 ? entries.slice(0, most) : entries
  const number = new Intl.DateTimeFormat(formats.language, {
    day: 'numeric',
    ...(day.endsWith('-01') ? { month: 'short' } : {}),
    timeZone: 'UTC',
  })
  const isRest = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
  return (
    <div
      className="planner-day"
      role="gridcell"
      data-day={day}
      data-today={isToday || undefined}
      data-out={isOut || undefined}
      data-rest={isRest || undefined}
      data-over={hold.held?.over === day || undefined}
      tabIndex={isCursor ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      onFocus={(event) => (event.target === event.currentTarget ? onCursor() : undefined)}
    >
      <span className="planner-number" aria-hidden="true">
        {number.format(new Date(`${day}T00:00:00Z`))}
      </span>
      <span className="visually-hidden">{formats.date(day)}</span>
      {shown.map((entry) => (
        <EntryLink
          key={entry.record.id}
          {...{ entry, day, context }}
          tabIndex={-1}
          onKeyDown={(event) => onEntryKey(event, entry, day, context)}
        />
      ))}
      <DayCountLink day={day} context={context} tabIndex={-1} />
      {shown.length < entries.length ? (
        <button type="button" className="planner-more" tabIndex={-1} onClick={onMore}>
          {words.views.calendar.others(entries.length - shown.length)}
        </button>
      ) : null}
    </div>
  )
}

/** How many records begin on a day, where they are too many to be shown: a press lists them. */
export function DayCountLink({
  day,
  context: { countOf, words },
  tabIndex,
}: {
  readonly day: string
  readonly context: CalendarContext
  readonly tabIndex?: -1
}) {
  const { count, href } = countOf?.(day) ?? { count: 0, href: '' }
  if (count === 0) return null
  return (
    <a className="planner-count" href={href} tabIndex={tabIndex} onKeyDown={(event) => leaveCount(event)}>
      {words.criteria.counted(count)}
    </a>
  )
}

/** Enter opens the list, and Escape goes back to the day. */
function leaveCount(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key === 'Escape') event.currentTarget.closest<HTMLElement>('[data-day]')?.focus()
  if (event.key === 'Escape' || event.key === 'Enter') event.stopPropagation()
}

/** The keys of a record in a day: others are those of the day. */
function onEntryKey(
  event: KeyboardEvent<HTMLAnchorElement>,
  { record, last }: Entry,
  day: string,
  { hold, moves, isMovable, ends }: CalendarContext,
): void {
  const link = event.currentTarget
  if (hold.held) return
  const stop = () => {
    event.preventDefault()
    event.stopPropagation()
  }
  const others = [...(link.parentElement?.querySelectorAll<HTMLElement>('.planner-entry, .planner-more') ?? [])]
  const next = others[others.indexOf(link) + (event.key === 'ArrowUp' ? -1 : 1)]
  const cell = link.closest<HTMLElement>('[data-day]')
  if (event.key === 'Enter') event.stopPropagation()
  else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    stop()
    ;(next ?? cell)?.focus()
  } else if (event.key === 'Escape') {
    stop()
    cell?.focus()
  } else if (event.key === ' ' && isMovable && !moves.isSent(record.id)) {
    stop()
    const isEnd = event.shiftKey && ends.to !== undefined
    hold.take(record, isEnd ? last : day, isEnd ? last : day, isEnd ? 'end' : 'whole')
    cell?.focus()
  }
}
