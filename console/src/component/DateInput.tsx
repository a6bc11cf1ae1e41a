import { CalendarDateTime, toZoned } from '@internationalized/date'
import { useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DateInput as Segments, DatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { type DateValue, readDate, smallestPart, writeDate } from './dateParts.ts'
import { FieldLabel, FieldNotes, type FieldProps, TextField } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { moveAmongParts } from './moveAmongParts.ts'
import { Part, useDateParts } from './useDateParts.tsx'
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

interface DateInputProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** The value that stands for a date with missing parts. */
  readonly incomplete: string
  /** The zone of the person; undefined for a day, which has none. */
  readonly timeZone: string | undefined
  /** What is said on hover: the moment in UTC. */
  readonly title: string | undefined
  readonly autoFocus?: boolean
  readonly words: DateWords
}

/**
 * An input for a day (`2026-01-31`), or for a moment (ISO 8601 in UTC) in a time zone: typed part by part, or chosen in
 * a calendar. While parts are missing its value is `incomplete`; a time that is not typed is midnight once the input is
 * left. What it can't read stays text. It is one stop of Tab: arrows and separators go from part to part.
 */
export function DateInput({ value, onChange, incomplete, timeZone, title, words, ...rest }: DateInputProps) {
  const { autoFocus = false, ...field } = rest
  // The parts that are typed live in the picker, on top of the last whole date.
  const [whole, setWhole] = useState(value === incomplete ? '' : value)
  if (value !== incomplete && value !== whole) setWhole(value)
  const read = useMemo(() => readDate(whole, timeZone), [whole, timeZone])
  const { round, onParts, complete, empty } = useDateParts(value, incomplete, timeZone, onChange)
  if (read === undefined) return <TextField {...rest} value={value} onChange={onChange} />
  const { label, help, fault, required, readOnly, mark } = field
  const onDate = (date: DateValue | null) => onChange(date === null ? '' : writeDate(date))
  return (
    <DatePicker<DateValue>
      key={round}
      className="field"
      value={read}
      onChange={onDate}
      onBlur={complete}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- Who asks for an input goes on in it.
      autoFocus={autoFocus}
      granularity={timeZone === undefined ? 'day' : smallestPart(read)}
      {...(timeZone === undefined ? {} : { placeholderValue: toZoned(new CalendarDateTime(2026, 1, 1), timeZone) })}
      hideTimeZone={false}
      shouldForceLeadingZeros
      isInvalid={fault !== undefined}
      isRequired={required ?? false}
      isReadOnly={readOnly ?? false}
      validationBehavior="aria"
    >
      <FieldLabel label={label} required={required} mark={mark} />
      <Group className="input date-input" isReadOnly={readOnly ?? false}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Keys of the parts inside of it. */}
        <span className="date-segments" title={title} onKeyDownCapture={moveAmongParts}>
          <Segments>{(segment) => <Part segment={segment} onParts={onParts} />}</Segments>
        </span>
        {readOnly ? null : <DateButtons label={label} words={words} onClear={value === '' ? undefined : empty} />}
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

/** What the pointer has beside the parts. Keys clear part by part, and open the calendar by Alt and the arrow down. */
function DateButtons({
  label,
  words,
  onClear,
}: {
  readonly label: string
  readonly words: DateWords
  readonly onClear: (() => void) | undefined
}) {
  return (
    <>
      {onClear ? (
        <Button
          slot={null}
          className="date-button"
          excludeFromTabOrder
          aria-label={`${words.clear}: ${label}`}
          onPress={onClear}
        >
          <Icon name="clear" size={14} />
        </Button>
      ) : null}
      <Button
        className="date-button"
        excludeFromTabOrder
        aria-label={`${words.calendar}: ${label}`}
        aria-keyshortcuts="Alt+ArrowDown"
      >
        <Icon name="calendar" />
      </Button>
    </>
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
