import { showValue } from '../../../field/kinds.ts'
import { titleOf } from '../../../meta/ModelMeta.ts'
import { listOf, type ListRoute } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import type { Page } from '../../../service/Service.ts'
import type { CalendarContext } from './Shown.ts'
import { secondOf } from './useCalendar.ts'

interface TrayProps {
  readonly route: ListRoute
  readonly page: Page
  readonly context: CalendarContext
  /** The day over which a record is taken by Space. */
  readonly over: string
}

/** The records that have no date: each can be dragged to a day, or taken by Space and carried by arrows. */
export function Tray({ route, page, context, over }: TrayProps) {
  const { words, model, ends, hold, moves, isMovable, formats } = context
  const second = secondOf(model, [ends.from.name, ends.to?.name, context.options.color])
  const total = page.total ?? page.records.length
  const where = JSON.stringify({ fieldName: ends.from.name, operator: 'isNull' })
  return (
    <aside className="planner-tray" aria-label={words.views.calendar.without(ends.from.label)}>
      <h2>
        {words.views.calendar.without(ends.from.label)} <span className="dim">{formats.number(String(total))}</span>
      </h2>
      <ul>
        {page.records.map((record) => {
          const text = second ? showValue(record[second.name] ?? null, second, formats) : ''
          const canMove = isMovable && !moves.isSent(record.id)
          return (
            <li key={record.id}>
              <a
                className="planner-loose"
                href={toUrl({ screen: 'record', model: model.name, id: record.id })}
                draggable={false}
                data-held={hold.held?.record.id === record.id || undefined}
                onPointerDown={canMove ? (event) => hold.onPointerDown(event, record, undefined) : undefined}
                onClick={(event) => {
                  if (hold.wasDragged.current) event.preventDefault()
                  hold.wasDragged.current = false
                }}
                onKeyDown={(event) => {
                  if (event.key !== ' ' || !canMove) return
                  event.preventDefault()
                  hold.take(record, undefined, over)
                  document.querySelector<HTMLElement>(`.planner [data-day="${over}"]`)?.focus()
                }}
              >
                <span>{text === '' ? titleOf(model, record) : text}</span>
                {text === '' ? null : <span className="dim">{titleOf(model, record)}</span>}
              </a>
            </li>
          )
        })}
      </ul>
      {total > page.records.length ? (
        <a className="planner-all" href={toUrl(listOf(route.model, { where }))}>
          {words.views.calendar.showAll(total)}
        </a>
      ) : null}
    </aside>
  )
}
