import { userModel } from '../../meta/ownModels.ts'
import { ComboBox } from '../ComboBox.tsx'
import { useRecordSearch } from '../../shell/useRecordSearch.ts'

const users = { name: userModel, title: 'username' }

/** Chooses a user by the username. */
export function UserPicker({
  label,
  help,
  username,
  onChoose,
}: {
  readonly label: string
  readonly help?: string
  readonly username: string
  readonly onChoose: (username: string) => void
}) {
  const { text, props } = useRecordSearch(users)
  return (
    <ComboBox
      {...props}
      label={label}
      help={help}
      selected={props.options.find((option) => option.label === username)?.id ?? null}
      text={text ?? username}
      onChoose={(option) => {
        props.onText(undefined)
        onChoose(option?.label ?? '')
      }}
    />
  )
}
