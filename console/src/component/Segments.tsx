import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import './segments.css'

/** One of a few, side by side: the one that is chosen is marked. */
export function Segments<Id extends string>({
  label,
  segments,
  value,
  onChange,
}: {
  readonly label: string
  readonly segments: readonly { readonly id: Id; readonly label: string }[]
  readonly value: Id
  readonly onChange: (id: Id) => void
}) {
  return (
    <ToggleButtonGroup
      className="segments"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [first] = keys
        if (first !== undefined) onChange(first as Id)
      }}
    >
      {segments.map(({ id, label: text }) => (
        <ToggleButton key={id} id={id} className="segment">
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
