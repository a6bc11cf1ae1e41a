import { useMemo } from 'react'
import { titleOf } from '../../../meta/ModelMeta.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { Button } from '../../../component/Button.tsx'
import { Failed } from '../../../component/Failed.tsx'
import { Notice } from '../../../component/Notice.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import type { LayoutProps } from '../layouts.ts'
import { Agenda } from './Agenda.tsx'
import { CalendarBar } from './CalendarBar.tsx'
import { daysShown, type Span } from '../../../component/days.ts'
import { DayGrid } from './DayGrid.tsx'
import { Tray } from './Tray.tsx'
import { type Ends, useCalendar } from './useCalendar.ts'
import { mayMove, type Shown, toShown } from './Shown.ts'
import { useHold } from './useHold.ts'
import { useMoves } from './useMoves.ts'

export interface CalendarPageProps extends LayoutProps {
  readonly ends: Ends
  readonly today: string
  /** The day that has the cursor. */
  readonly at: string
  readonly span: Span
  readonly onSpan: (span: Span) => void
  readonly isNarrow: boolean
}

/** The days of a calendar with their records, and beside them those without a date. */
export function CalendarPage({ route, model, options, ends, today, at, span, onSpan, isNarrow }: CalendarPageProps) {
  const { words, formats, go } = useShell()
  const days = useMemo(() => daysShown(at, span, formats.language), [at, span, formats.language])
  const { entries, countOf, total, tray, colors, error, query } = useCalendar(route, model, options, ends, days)
  const moves = useMoves(model, ends)
  const hold = useHold(moves, ends, formats.timeZone)
  const goTo = (day: string) => go({ ...route, at: day }, 'replace')
  const open = (id: number) => go({ screen: 'record', model: model.name, id })
  const shown: Shown = toShown({ entries: entries.map(moves.shown), held: hold.held, ends, timeZone: formats.timeZone })
  const isMovable = mayMove(model, ends)
  const context = { model, options, ends, colors, countOf, hold, moves, isMovable, open, formats, words }
  return (
    <div className="planner-page" data-span={span}>
      <CalendarBar {...{ at, today, span, onSpan, isNarrow, model, options, goTo, days }} />
      {error ? <Failed error={error} again={() => void query.refetch()} /> : null}
      {moves.refused ? (
        <Notice
          tone="bad"
          icon="warning"
          actions={
            <>
              <a className="button button-small" href={toUrl(recordOf(model.name, moves.refused.record.id))}>
                {words.views.calendar.look}
              </a>
              {moves.refused.anyway ? (
                <Button small onPress={moves.refused.anyway}>
                  {words.views.calendar.anyway}
                </Button>
              ) : null}
              <Button weight="quiet" small onPress={moves.dismiss}>
                {words.views.calendar.close}
              </Button>
            </>
          }
        >
          {moves.refused.text}
        </Notice>
      ) : null}
      {countOf ? (
        <Notice tone="plain" icon="warning">
          {words.views.calendar.counted(words.criteria.counted(total))}
        </Notice>
      ) : null}
      <div className="planner-body" aria-busy={query.isFetching || undefined}>
        {span === 'agenda' ? (
          <Agenda {...{ days, today, shown, context }} />
        ) : (
          <DayGrid {...{ days, today, at, shown, context, span, goTo, onSpan }} />
        )}
        {tray && tray.records.length > 0 ? <Tray {...{ route, page: tray, context, isNarrow }} over={at} /> : null}
      </div>
      <p className="visually-hidden" role="status">
        {hold.held ? words.views.calendar.held(titleOf(model, hold.held.record), formats.date(hold.held.over)) : ''}
      </p>
    </div>
  )
}

function recordOf(model: string, id: number) {
  return { screen: 'record', model, id } as const
}
