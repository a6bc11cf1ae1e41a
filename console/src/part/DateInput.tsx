import { type CalendarDate, parseAbsolute, parseDate, type ZonedDateTime } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DateInput as Segments, DatePicker, DateSegment } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { FieldLabel, FieldNotes, type FieldProps, TextField } from './Field.tsx'
import { Icon } from './Icon.tsx'
import './date-input.css'
import './input.css'
import './listbox.css'

/** The words of the calendar. */
export interface DateWords {
  readonly clear: string
  readonly calendar: string
  readonly previous: string
  readonly next: string
}

/**
 * An input for a day (`2026-01-31`), or for a moment (ISO 8601 in UTC) in a time zone: typed part by part, or chosen in
 * a calendar. What it can't read stays text.
 */
export function DateInput({
  value,
  onChange,
  timeZone,
  title,
  words,
  ...field
}: FieldProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  /** The zone of the person; undefined for a day, which has none. */
  readonly timeZone: string | undefined
  /** What is said on hover: the moment in UTC. */
  readonly title: string | undefined
  readonly words: DateWords
}) {
  const read = readDate(value, timeZone)
  if (read === undefined) return <TextField {...field} value={value} onChange={onChange} />
  const { label, help, fault, required, readOnly, mark } = field
  const onDate = (date: CalendarDate | ZonedDateTime | null) => onChange(date === null ? '' : writeDate(date))
  return (
    <DatePicker<CalendarDate | ZonedDateTime>
      className="field"
      value={read}
      onChange={onDate}
      granularity={timeZone === undefined ? 'day' : 'second'}
      {...(timeZone === undefined ? {} : { placeholderValue: parseAbsolute('2026-01-01T00:00:00Z', timeZone) })}
      hideTimeZone={false}
      shouldForceLeadingZeros
      isInvalid={fault !== undefined}
      isRequired={required ?? false}
      isReadOnly={readOnly ?? false}
      validationBehavior="aria"
    >
      <FieldLabel label={label} required={required} mark={mark} />
      <Group className="input date-input" isReadOnly={readOnly ?? false}>
        <span className="date-segments" title={title}>
          <Segments>{(segment) => <DateSegment className="date-segment" segment={segment} />}</Segments>
        </span>
        {value !== '' && !readOnly ? (
          <Button
            slot={null}
            className="date-button"
            aria-label={`${words.clear}: ${label}`}
            onPress={() => onChange('')}
          >
            <Icon name="clear" size={14} />
          </Button>
        ) : null}
        {readOnly ? null : (
          <Button className="date-button" aria-label={`${words.calendar}: ${label}`}>
            <Icon name="calendar" />
          </Button>
        )}
      </Group>
      <FieldNotes help={help} fault={fault} />
      <Popover className="popover">
        <Dialog className="calendar-dialog" aria-label={label}>
          <Month words={words} />
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

function Month({ words }: { readonly words: DateWords }) {
  return (
    <Calendar className="calendar">
      <header>
        <Button slot="previous" className="date-button" aria-label={words.previous}>
          <Icon name="back" />
        </Button>
        <Heading className="calendar-title" level={2} />
        <Button slot="next" className="date-button" aria-label={words.next}>
          <Icon name="forward" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="calendar-day">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell className="calendar-cell" date={date} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}

/** A day or moment; null where there is none, undefined where the text is neither. */
function readDate(value: string, timeZone: string | undefined): CalendarDate | ZonedDateTime | null | undefined {
  if (value === '') return null
  try {
    return timeZone === undefined ? parseDate(value) : parseAbsolute(value, timeZone)
  } catch {
    return undefined
  }
}

/** The text of a day, or of a moment in UTC to the millisecond. */
function writeDate(date: CalendarDate | ZonedDateTime): string {
  return 'timeZone' in date ? date.toDate().toISOString() : date.toString()
}
