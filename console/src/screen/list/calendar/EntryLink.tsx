import type { KeyboardEvent } from 'react'
import { asText, showValue } from '../../../field/kinds.ts'
import { colorOf } from '../../../meta/colorOf.ts'
import { titleOf } from '../../../meta/ModelMeta.ts'
import { toUrl } from '../../../route/toUrl.ts'
import type { CalendarContext } from './Shown.ts'
import { type Entry, secondOf } from './useCalendar.ts'

interface EntryLinkProps {
  readonly entry: Entry
  readonly day: string
  readonly context: CalendarContext
  readonly onKeyDown?: (event: KeyboardEvent<HTMLAnchorElement>) => void
  /** In a grid the day is the Tab stop, and the entries are reached from it. */
  readonly tabIndex?: -1
}

/** A record on a day: a link that can be dragged. */
export function EntryLink({ entry, day, context, onKeyDown, tabIndex }: EntryLinkProps) {
  const { model, options, ends, colors, hold, moves, isMovable, formats } = context
  const { record, first, last } = entry
  const choice = model.fields.find(({ name }) => name === options.color)
  const value = choice ? asText(record[choice.name]) : ''
  const found = colors(record)
  const color = found?.color ?? (choice && value !== '' ? colorOf(value, choice) : undefined)
  const second = secondOf(model, [ends.from.name, ends.to?.name, options.color])
  const title = titleOf(model, record)
  const text = second ? showValue(record[second.name] ?? null, second, formats) : ''
  const shownValue = choice && value !== '' ? showValue(value, choice, formats) : ''
  const time = ends.from.type === 'dateTime' && day === first ? timeOf(asText(record[ends.from.name]), formats) : ''
  const canMove = isMovable && !moves.isSent(record.id)
  return (
    <a
      className="planner-entry"
      href={toUrl({ screen: 'record', model: model.name, id: record.id })}
      draggable={false}
      data-record={record.id}
      data-color={color}
      data-on={found?.on}
      data-held={hold.held?.record.id === record.id || undefined}
      data-sent={moves.isSent(record.id) || undefined}
      data-begins={day === first || undefined}
      data-ends={day === last || undefined}
      title={[title, text, shownValue].filter(Boolean).join(' · ')}
      tabIndex={tabIndex}
      onKeyDown={onKeyDown}
      onPointerDown={canMove ? (event) => hold.onPointerDown(event, record, day) : undefined}
      onClick={(event) => {
        // A drag that ends over its own link is no click.
        if (hold.wasDragged.current) event.preventDefault()
        hold.wasDragged.current = false
      }}
    >
      {time ? <b>{time}</b> : null}
      <span className="planner-entry-text">{text === '' ? title : text}</span>
      <span className="visually-hidden">
        {[text === '' ? '' : title, shownValue].filter(Boolean).map((each) => `, ${each}`)}
      </span>
      {canMove && ends.to && day === last ? (
        <span
          className="planner-edge"
          aria-hidden="true"
          onPointerDown={(event) => hold.onPointerDown(event, record, last, 'end')}
        />
      ) : null}
    </a>
  )
}

function timeOf(moment: string, { language, timeZone }: CalendarContext['formats']): string {
  const date = new Date(moment)
  if (Number.isNaN(date.valueOf())) return ''
  return new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone }).format(date)
}
