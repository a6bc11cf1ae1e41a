import { SwitchButton, SwitchField } from 'react-aria-components/Switch'
import { FieldNotes, type FieldProps } from './Field.tsx'
import './switch.css'

/** An input for yes or no, where nothing else is possible. */
export function Switch({
  label,
  help,
  fault,
  readOnly,
  mark,
  isSelected,
  shown,
  onChange,
}: FieldProps & {
  readonly isSelected: boolean
  /** The value in words, beside the track. */
  readonly shown: string
  readonly onChange: (isSelected: boolean) => void
}) {
  return (
    <SwitchField
      className="field"
      aria-label={label}
      isSelected={isSelected}
      isReadOnly={readOnly ?? false}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
      onChange={onChange}
    >
      <span className="field-head">
        <span className="field-label" aria-hidden="true">
          {label}
        </span>
        {mark}
      </span>
      <SwitchButton className="switch">
        <span className="switch-track" aria-hidden="true" />
        {shown}
      </SwitchButton>
      <FieldNotes help={help} fault={fault} />
    </SwitchField>
  )
}
