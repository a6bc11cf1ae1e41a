import type { FieldMeta, Json } from '../../meta/ModelMeta.ts'
import { roleModel } from '../../meta/ownModels.ts'
import { useShell } from '../../shell/Shell.tsx'
import { TextField } from '../Field.tsx'
import { ReferencePicker } from '../form/ReferencePicker.tsx'
import { Switch } from '../Switch.tsx'

/** What somebody limits a new key to. */
export interface Limits {
  readonly roles: Json
  readonly onlyReads: boolean
  readonly models: string
  readonly networks: string
}

export const roles: FieldMeta = { name: 'roles', type: 'links', label: '', target: roleModel }
export const noLimits: Limits = { roles: [], onlyReads: false, models: '', networks: '' }

/** The limits as the service takes them, but roles, which may be wrong. */
export function toSent({ onlyReads, models, networks }: Omit<Limits, 'roles'>): Record<string, Json> {
  const toList = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '')
  const [named, from] = [toList(models), toList(networks)]
  return {
    writes: onlyReads ? 'none' : 'all',
    ...(named.length > 0 ? { models: named } : {}),
    ...(from.length > 0 ? { networks: from } : {}),
  }
}

/** The inputs for the limits of a new key. */
export function KeyLimits({
  limits,
  onChange,
}: {
  readonly limits: Limits
  readonly onChange: (limits: Limits) => void
}) {
  const { words } = useShell()
  return (
    <>
      <ReferencePicker
        label={words.user.keyRoles}
        help={words.user.keyRolesHelp}
        field={roles}
        value={limits.roles}
        onChange={(only) => onChange({ ...limits, roles: only })}
      />
      <Switch
        label={words.user.keyReads}
        help={words.user.keyReadsHelp}
        isSelected={limits.onlyReads}
        shown={limits.onlyReads ? words.value.yes : words.value.no}
        onChange={(onlyReads) => onChange({ ...limits, onlyReads })}
      />
      <TextField
        label={words.user.keyModels}
        help={words.user.keyModelsHelp}
        value={limits.models}
        onChange={(models) => onChange({ ...limits, models })}
        autoComplete="off"
      />
      <TextField
        label={words.user.keyNetworks}
        help={words.user.keyNetworksHelp}
        value={limits.networks}
        onChange={(networks) => onChange({ ...limits, networks })}
        autoComplete="off"
      />
    </>
  )
}
