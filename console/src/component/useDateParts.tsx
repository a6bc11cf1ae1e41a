import { useContext, useLayoutEffect, useRef, useState } from 'react'
import { type DateFieldState, DateFieldStateContext, DateSegment } from 'react-aria-components/DateField'
import { type DateValue, progressOf, withTime, writeDate } from './dateParts.ts'
import './date-input.css'

/** A part of the date. The year tells of all of them. */
export function Part({
  segment,
  onParts,
}: {
  readonly segment: DateFieldState['segments'][number]
  readonly onParts: (state: DateFieldState) => void
}) {
  const state = useContext(DateFieldStateContext)
  // With the key that was typed: a save by the next one must know of parts that are missing.
  useLayoutEffect(() => {
    if (segment.type === 'year' && state) onParts(state)
  })
  return <DateSegment className="date-segment" segment={segment} />
}

/** Reports parts that are missing, and fills in those that may be left out. */
export function useDateParts(
  value: string,
  incomplete: string,
  timeZone: string | undefined,
  onChange: (value: string) => void,
) {
  const last = useRef<DateFieldState | null>(null)
  const isReported = useRef(false)
  const [round, setRound] = useState(0)
  const onParts = (state: DateFieldState) => {
    const wasEmpty = last.current === null || progressOf(last.current.segments) === 'none'
    last.current = state
    if (state.isReadOnly) return
    if (isOpen(state, timeZone)) {
      if (value === incomplete) isReported.current = true
      else if (!isReported.current) onChange(incomplete)
      else {
        // Another value was given from outside: what is typed makes way for it.
        isReported.current = false
        setRound((before) => before + 1)
      }
      return
    }
    isReported.current = false
    if (value !== incomplete) return
    if (state.value) onChange(writeDate(state.value as DateValue))
    // What was incomplete when the form was opened stays so, until it is typed or cleared.
    else if (!wasEmpty) onChange('')
  }
  const complete = () => {
    const state = last.current
    if (!state || state.isReadOnly || timeZone === undefined || progressOf(state.segments) !== 'day') return
    onChange(withTime(state.dateValue, state.segments, timeZone))
  }
  const empty = () => {
    last.current?.setValue(null)
    onChange('')
  }
  return { round, onParts, complete, empty }
}

/** Whether parts are missing, or say no date of the calendar, such as February 30. */
function isOpen({ segments, value, dateValue }: DateFieldState, timeZone = 'UTC'): boolean {
  const progress = progressOf(segments)
  if (progress !== 'all') return progress !== 'none'
  return value?.toDate(timeZone).getTime() !== dateValue.getTime()
}
