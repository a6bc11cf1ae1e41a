import { useState } from 'react'
import { listOf } from '../../address/Place.ts'
import { findParameters } from '../../address/writePlace.ts'
import { toPattern } from '../../criteria/pattern.ts'
import { asText } from '../../field/kinds.ts'
import { userModel } from '../../meta/ownModels.ts'
import { ComboBox } from '../../part/ComboBox.tsx'
import { usePage } from '../../query/queries.ts'
import { useShell } from '../Shell.tsx'

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
  const { service, words } = useShell()
  const [text, setText] = useState<string | undefined>()
  const where = text ? JSON.stringify({ fieldName: 'username', operator: 'like', value: toPattern(text) }) : ''
  const place = listOf(userModel, { where, fields: ['username'], sortBy: ['username'], limit: 10 })
  const { data } = usePage(service, userModel, findParameters(place), text !== undefined)
  return (
    <ComboBox
      label={label}
      help={help}
      text={text ?? username}
      options={(data?.records ?? []).map((user) => ({ id: user.id, label: asText(user.username) }))}
      none={words.list.noneMatch}
      clear={words.list.clear}
      onText={setText}
      onChoose={(option) => {
        setText(undefined)
        onChoose(option?.label ?? '')
      }}
    />
  )
}
