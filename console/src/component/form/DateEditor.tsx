import { type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import type { Input } from '../../field/FieldKind.ts'
import { asText, incompleteDate } from '../../field/kinds.ts'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { type FieldProps, TextField } from '../Field.tsx'
import { DateInput } from '../lazyComponents.ts'
import { Loading } from '../Loading.tsx'
import { useShell } from '../../shell/Shell.tsx'

/** The editor of a day or moment. What is typed before its widget is loaded is text. */
export function DateEditor({
  field,
  input,
  onEdit,
  ...common
}: FieldProps & {
  readonly field: FieldMeta
  readonly input: Input
  readonly autoFocus?: boolean
  readonly onEdit: (input: string) => void
}) {
  const { words, formats } = useShell()
  const text = asText(input)
  const isMoment = field.type === 'dateTime'
  const calendar = {
    clear: words.list.clear,
    calendar: words.record.calendar,
    previous: words.record.previousMonth,
    next: words.record.nextMonth,
  }
  const box = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  const fallback = (
    <div
      className="field-box"
      onFocus={() => {
        hadFocus.current = true
      }}
      onBlur={() => {
        hadFocus.current = false
      }}
    >
      <Loading />
      <TextField {...common} value={text} onChange={onEdit} />
    </div>
  )
  return (
    <div className="field-box" ref={box}>
      <Suspense fallback={fallback}>
        <TakeFocus box={box} isMeant={hadFocus} />
        <DateInput
          {...common}
          value={text}
          onChange={onEdit}
          incomplete={incompleteDate}
          timeZone={isMoment ? formats.timeZone : undefined}
          title={
            isMoment && text !== '' && text !== incompleteDate
              ? words.value.utc(text.replace('T', ' ').replace('Z', ''))
              : undefined
          }
          words={calendar}
        />
      </Suspense>
    </div>
  )
}

/** The focus that the input had before its widget was loaded goes to the widget. */
function TakeFocus({
  box,
  isMeant,
}: {
  readonly box: RefObject<HTMLElement | null>
  readonly isMeant: RefObject<boolean>
}) {
  useLayoutEffect(() => {
    if (isMeant.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMeant.current = false
  }, [box, isMeant])
  return null
}
