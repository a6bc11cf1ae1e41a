import { asText, showValue } from '../../field/kinds.ts'
import type { Json, RecordJson } from '../../meta/ModelMeta.ts'
import { roleModel } from '../../meta/ownModels.ts'
import type { useShell } from '../../shell/Shell.tsx'

type Shell = ReturnType<typeof useShell>

const roles = { name: 'roles', type: 'links', label: '', target: roleModel } as const

/** What an API key is limited to, in words. */
export function keyParts(record: RecordJson, words: Shell['words'], formats: Shell['formats']): string[] {
  const { user } = words
  const models = toNames(record.models)
  const networks = toNames(record.networks)
  const limited = Array.isArray(record.roles) && record.roles.length > 0
  return [
    record.expiresOn ? user.expires(formats.dateTime(asText(record.expiresOn))) : user.neverExpires,
    record.usedOn ? user.used(formats.dateTime(asText(record.usedOn))) : user.neverUsed,
    ...(record.scope === 'scim' ? [user.forScim] : []),
    ...(record.writes === 'none' ? [user.onlyReads] : []),
    ...(limited ? [user.limitedTo(showValue(record.roles ?? null, roles, formats))] : []),
    ...(models.length > 0 ? [user.limitedTo(models.join(', '))] : []),
    ...(networks.length > 0 ? [user.onlyFrom(networks.join(', '))] : []),
  ]
}

function toNames(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.map(String) : []
}
