import { type PointerEvent as ReactPointerEvent, useRef, useState } from 'react'
import type { RecordJson } from '../../../meta/ModelMeta.ts'
import { addDays, daysBetween, startOf } from '../../../component/days.ts'
import { type Held, type Moves, valuesAfter } from './useMoves.ts'
import type { Ends } from './useCalendar.ts'

/** How far a pointer goes before it drags, in pixels. */
const slop = 4

/** Holds a record that is moved by keys or by a pointer, and lets it go. */
export function useHold({ write }: Moves, ends: Ends, timeZone: string) {
  const [held, setHeld] = useState<Held | undefined>()
  const wasDragged = useRef(false)
  const take = (record: RecordJson, grabbed: string | undefined, over: string, edge: Held['edge'] = 'whole') =>
    setHeld({ record, grabbed, over, edge })
  const drop = (of: Held | undefined = held) => {
    setHeld(undefined)
    if (!of) return
    const { record, grabbed, over } = of
    const days = grabbed === undefined ? 0 : daysBetween(grabbed, over)
    if (grabbed === undefined) place(record, over)
    else if (days !== 0) void write(record, valuesAfter(of, days, ends, timeZone))
  }
  /** A record without a date begins on the day; a moment at nine. */
  const beginning = (day: string) => {
    const value = ends.from.type === 'date' ? day : startOf(day, true, timeZone, 9)
    return { [ends.from.name]: value }
  }
  const place = (record: RecordJson, day: string) => void write(record, beginning(day))
  const carry = (days: number) => setHeld((of) => of && { ...of, over: addDays(of.over, days) })
  const onPointerDown = (
    event: ReactPointerEvent,
    record: RecordJson,
    grabbed: string | undefined,
    edge: Held['edge'] = 'whole',
  ) => {
    if (event.button !== 0) return
    event.stopPropagation()
    wasDragged.current = false
    follow(event, (at) => dayAt(at.clientX, at.clientY), {
      onDay: (over) => {
        wasDragged.current = true
        setHeld({ record, grabbed, over, edge })
      },
      onDrop: (over) => drop(over === undefined ? undefined : { record, grabbed, over, edge }),
      onLeave: () => setHeld(undefined),
    })
  }
  return { held, take, carry, drop, place, release: () => setHeld(undefined), onPointerDown, wasDragged }
}

export type Hold = ReturnType<typeof useHold>

interface Drag {
  readonly onDay: (day: string) => void
  readonly onDrop: (day: string | undefined) => void
  readonly onLeave: () => void
}

/** Follows a pointer from where it was pressed until it is let go. Escape leaves all as it was. */
function follow(start: ReactPointerEvent, find: (at: PointerEvent) => string | undefined, drag: Drag): void {
  const end = new AbortController()
  const { signal } = end
  let over: string | undefined
  let isDragged = false
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY)
    if (!isDragged && far < slop) return
    isDragged = true
    over = find(event)
    if (over !== undefined) drag.onDay(over)
  }
  const onUp = () => {
    end.abort()
    if (isDragged) drag.onDrop(over)
  }
  const leave = () => {
    end.abort()
    drag.onLeave()
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', leave, { signal })
  window.addEventListener('keydown', (event) => (event.key === 'Escape' ? leave() : undefined), { signal })
}

/** The day that is shown at a place of the page. */
function dayAt(x: number, y: number): string | undefined {
  const day = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')
  return day?.dataset['day']
}
