import { useState } from 'react'
import { isDay, type Span, spans } from '../../../component/days.ts'
import { Empty } from '../../../component/Notice.tsx'
import { useNarrow } from '../../../shell/useNarrow.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import type { LayoutProps } from '../layouts.ts'
import { CalendarPage } from './CalendarPage.tsx'
import { endsOf } from './useCalendar.ts'
import './calendar.css'

const kept = 'tabularium.calendar'

/** Records by their dates: a month, a week, or an agenda, which is all that a narrow screen has. */
export function Calendar({ route, model, options }: LayoutProps) {
  const { words, storage } = useShell()
  const { me } = useSession()
  const isNarrow = useNarrow()
  const [span, setSpan] = useState<Span>(() => spans.find((one) => one === storage.getItem(kept)) ?? 'month')
  const ends = endsOf(model, options)
  if (!ends) return <Empty icon="calendar" title={words.views.calendar.noDate} />
  const today = me.application?.today ?? new Date().toISOString().slice(0, 10)
  const at = isDay(route.at) ? route.at : today
  const keep = (next: Span) => {
    storage.setItem(kept, next)
    setSpan(next)
  }
  const shown = isNarrow ? 'agenda' : span
  return (
    <CalendarPage
      key={ends.from.name}
      {...{ route, model, options, ends, today, at, isNarrow }}
      span={shown}
      onSpan={keep}
    />
  )
}
