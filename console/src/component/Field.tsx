import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import './field.css'
import './input.css'

/** What all fields of a form have. */
export interface FieldProps {
  readonly label: string
  readonly help?: string | undefined
  readonly fault?: string | undefined
  readonly required?: boolean | undefined
  readonly readOnly?: boolean | undefined
  /** What a number is in, such as a currency; it stands behind the label. */
  readonly unit?: string | undefined
  /** What stands beside the label: a mark that the field was changed. */
  readonly mark?: ReactNode
}

/** A label with its marks. */
export function FieldLabel({ label, required, unit, mark }: Pick<FieldProps, 'label' | 'required' | 'unit' | 'mark'>) {
  return (
    <span className="field-head">
      <Label className="field-label">
        {label}
        {unit === undefined ? null : <span className="field-unit"> {unit}</span>}
        {required ? <span className="field-required"> *</span> : null}
      </Label>
      {mark}
    </span>
  )
}

/** The lines below an input: what is wrong with it, or how to fill it in. */
export function FieldNotes({ help, fault }: Pick<FieldProps, 'help' | 'fault'>) {
  return (
    <>
      {help ? (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      ) : null}
      <FieldError className="field-fault">{fault}</FieldError>
    </>
  )
}

/** An input for a line of text, or several. */
export function TextField({
  label,
  help,
  fault,
  required,
  readOnly,
  unit,
  mark,
  value,
  onChange,
  lines = 1,
  ...rest
}: FieldProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly lines?: number
  readonly type?: 'text' | 'password' | 'search' | 'email' | 'url'
  readonly name?: string
  readonly autoComplete?: string
  readonly autoFocus?: boolean
  readonly inputMode?: 'text' | 'numeric' | 'decimal'
  readonly mono?: boolean
  /** Numbers stand at the end, as in a list. */
  readonly isNumber?: boolean
  readonly placeholder?: string
}) {
  const { mono = false, isNumber = false, placeholder = '', ...input } = rest
  const look = `input${mono ? ' mono' : ''}${isNumber ? ' input-number' : ''}`
  return (
    <AriaTextField
      {...input}
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={fault !== undefined}
      isRequired={required ?? false}
      isReadOnly={readOnly ?? false}
      validationBehavior="aria"
    >
      <FieldLabel label={label} required={required} unit={unit} mark={mark} />
      {lines > 1 ? (
        <TextArea className={look} rows={lines} placeholder={placeholder} />
      ) : (
        <Input className={look} placeholder={placeholder} />
      )}
      <FieldNotes help={help} fault={fault} />
    </AriaTextField>
  )
}
