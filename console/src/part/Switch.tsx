import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import type { FieldProps } from './Field.tsx'
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
    <div className="field">
      <span className="field-head">
        <span className="field-label" aria-hidden="true">
          {label}
        </span>
        {mark}
      </span>
      <AriaSwitch
        className="switch"
        aria-label={label}
        isSelected={isSelected}
        isReadOnly={readOnly ?? false}
        onChange={onChange}
      >
        <span className="switch-track" aria-hidden="true" />
        {shown}
      </AriaSwitch>
      {help ? <span className="field-help">{help}</span> : null}
      {fault ? <span className="field-fault">{fault}</span> : null}
    </div>
  )
}
