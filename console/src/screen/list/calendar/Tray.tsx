import { showValue } from '../../../field/kinds.ts'
import { type RecordJson, titleOf } from '../../../meta/ModelMeta.ts'
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
  /** On a phone there are no days to drag to: the tray is folded, and each record has an input for its day. */
  readonly isNarrow: boolean
}

/** The records that have no date: each can be dragged to a day, or taken by Space and carried by arrows. */
export function Tray({ route, page, context, over, isNarrow }: TrayProps) {
  const { words, ends, formats } = context
  const total = page.total ?? page.records.length
  const where = JSON.stringify({ fieldName: ends.from.name, operator: 'isNull' })
  const title = words.views.calendar.without(ends.from.label)
  const heading = (
    <>
      {title} <span className="dim">{formats.number(String(total))}</span>
    </>
  )
  const records = (
    <>
      <ul>
        {page.records.map((record) => (
          <li key={record.id}>
            <Loose {...{ record, context, over, isNarrow }} />
          </li>
        ))}
      </ul>
      {total > page.records.length ? (
        <a className="planner-all" href={toUrl(listOf(route.model, { where }))}>
          {words.views.calendar.showAll(total)}
        </a>
      ) : null}
    </>
  )
  return (
    <aside className="planner-tray" aria-label={title}>
      {isNarrow ? (
        <details>
          <summary>{heading}</summary>
          {records}
        </details>
      ) : (
        <>
          <h2>{heading}</h2>
          {records}
        </>
      )}
    </aside>
  )
}

/** A record without a date, and the ways to give it one. */
function Loose({
  record,
  context,
  over,
  isNarrow,
}: Pick<TrayProps, 'context' | 'over' | 'isNarrow'> & { readonly record: RecordJson }) {
  const { words, model, ends, hold, moves, isMovable, formats } = context
  const second = secondOf(model, [ends.from.name, ends.to?.name, context.options.color])
  const text = second ? showValue(record[second.name] ?? null, second, formats) : ''
  const title = titleOf(model, record)
  const canMove = isMovable && !moves.isSent(record.id)
  return (
    <>
      <a
        className="planner-loose"
        href={toUrl({ screen: 'record', model: model.name, id: record.id })}
        draggable={false}
        data-held={hold.held?.record.id === record.id || undefined}
        onPointerDown={canMove && !isNarrow ? (event) => hold.onPointerDown(event, record, undefined) : undefined}
        onClick={(event) => {
          if (hold.wasDragged.current) event.preventDefault()
          hold.wasDragged.current = false
        }}
        onKeyDown={(event) => {
          if (event.key !== ' ' || !canMove || isNarrow) return
          event.preventDefault()
          hold.take(record, undefined, over)
          document.querySelector<HTMLElement>(`.planner [data-day="${over}"]`)?.focus()
        }}
      >
        <span>{text === '' ? title : text}</span>
        {text === '' ? null : <span className="dim">{title}</span>}
      </a>
      {isNarrow && canMove ? (
        <input
          type="date"
          className="input"
          aria-label={words.views.calendar.dayOf(ends.from.label, title)}
          onChange={({ target: { value } }) => {
            // A year that is typed digit by digit is a day before.
            if (value >= firstDay) hold.place(record, value)
          }}
        />
      ) : null}
    </>
  )
}

const firstDay = '1900'
