import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useShell } from '../../../shell/Shell.tsx'
import { addDays, addMonths, type Span } from '../../../component/days.ts'
import { DayCell } from './DayCell.tsx'
import type { CalendarContext, Shown } from './Shown.ts'

interface DayGridProps {
  readonly days: readonly string[]
  readonly today: string
  readonly at: string
  readonly span: Span
  readonly shown: Shown
  readonly context: CalendarContext
  readonly goTo: (day: string) => void
  readonly onSpan: (span: Span) => void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Weeks of days. One day has the cursor: arrows move it, and carry what is held. */
export function DayGrid({ days, today, at, span, shown, context, goTo, onSpan }: DayGridProps) {
  const { words, formats } = useShell()
  const root = useRef<HTMLDivElement>(null)
  const focused = useRef(false)
  useEffect(() => {
    if (focused.current) root.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
    focused.current = false
  }, [at])
  const moveTo = (day: string) => {
    focused.current = true
    if (day === at) root.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
    goTo(day)
  }
  const onKeyDown = useDayKeys({ at, today, context, root, moveTo })
  const weekday = new Intl.DateTimeFormat(formats.language, { weekday: 'short', timeZone: 'UTC' })
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <div className="planner" role="grid" aria-label={words.views.calendar.title} ref={root} onKeyDown={onKeyDown}>
      <div className="planner-week planner-heads" role="row">
        {days.slice(0, 7).map((day) => (
          <div key={day} className="planner-weekday" role="columnheader">
            {weekday.format(new Date(`${day}T00:00:00Z`))}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} className="planner-week" role="row">
          {week.map((day) => (
            <DayCell
              key={day}
              {...{ day, context, span }}
              entries={shown.get(day) ?? []}
              isCursor={day === at}
              isToday={day === today}
              isOut={span === 'month' && day.slice(0, 7) !== at.slice(0, 7)}
              onCursor={() => (day === at ? undefined : goTo(day))}
              onMore={() => {
                goTo(day)
                onSpan('agenda')
              }}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface DayKeys {
  readonly at: string
  readonly today: string
  readonly context: CalendarContext
  readonly root: RefObject<HTMLDivElement | null>
  readonly moveTo: (day: string) => void
}

/** The keys of the day that has the cursor. */
function useDayKeys({ at, today, context, root, moveTo }: DayKeys) {
  const { go } = useShell()
  const { hold, model, ends } = context
  const create = (day: string) => {
    const set = ends.from.type === 'date' ? { [ends.from.name]: day } : {}
    go({ screen: 'new', model: model.name, from: undefined, set })
  }
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[event.key]
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (hold.held && heldKey(event, step, context, moveTo)) return done()
    if (step !== undefined) moveTo(addDays(at, step))
    else if (event.key === 'PageUp' || event.key === 'PageDown') moveTo(addMonths(at, event.key === 'PageUp' ? -1 : 1))
    else if (event.key === 't') moveTo(today)
    else if (event.key === 'n' && model.may.create !== 'none') create(at)
    else if (event.key === 'Enter' || event.key === ' ') enter(root.current, at)
    else return
    done()
  }
}

/** What a key does while a record is held; false if it is none of its keys. */
function heldKey(
  event: KeyboardEvent,
  step: number | undefined,
  { hold }: CalendarContext,
  moveTo: (day: string) => void,
): boolean {
  const { held } = hold
  if (!held) return false
  if (step !== undefined) {
    hold.carry(step)
    moveTo(addDays(held.over, step))
  } else if (event.key === ' ' || event.key === 'Enter') hold.drop()
  else if (event.key === 'Escape') hold.release()
  else return false
  return true
}

/** The first record of a day gets the focus. */
function enter(root: HTMLElement | null, day: string): void {
  root?.querySelector<HTMLElement>(`[data-day="${day}"] :is(.planner-entry, .planner-count)`)?.focus()
}
