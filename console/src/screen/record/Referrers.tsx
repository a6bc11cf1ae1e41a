import type { TabulariumError } from '@tabularium/client'
import { type ModelMeta, type RecordLink, titleOf } from '../../meta/ModelMeta.ts'
import { listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** Records that keep another from being deleted, by the field that refers to it. */
interface Referring {
  readonly name: string
  readonly model: ModelMeta
  readonly member: string
  readonly many: number
  readonly first: readonly RecordLink[]
}

/** Why a record can't be deleted: which records refer to it, as far as one sees them, with the ways there. */
export function Referrers({
  error,
  model,
  id,
}: {
  readonly error: TabulariumError
  readonly model: ModelMeta
  readonly id: number
}) {
  const { words } = useShell()
  const { find } = useSession()
  const found = readReferring(error, find)
  if (found.length === 0) return <p>{words.refusal.unseen(model)}</p>
  return found.map(({ name, model: those, member, many, first }) => (
    <p key={name}>
      {words.refusal.refer(many, those, model)}{' '}
      {first.map((record) => (
        <span key={record.id}>
          <a href={toUrl({ screen: 'record', model: those.name, id: record.id })}>{titleOf(those, record)}</a>
          {' · '}
        </span>
      ))}
      <a href={toUrl(listOf(those.name, { where: toWhere(those, member, id) }))}>{words.refusal.show(many)}</a>
    </p>
  ))
}

function readReferring(error: TabulariumError, find: (name: string) => ModelMeta | undefined): Referring[] {
  const { counts = {}, records = {} } = error.data as {
    readonly counts?: Readonly<Record<string, number>>
    readonly records?: Readonly<Record<string, readonly RecordLink[]>>
  }
  return Object.entries(counts).flatMap(([name, many]) => {
    const end = name.lastIndexOf('.')
    const model = find(name.slice(0, end))
    return model ? [{ name, model, member: name.slice(end + 1), many, first: records[name] ?? [] }] : []
  })
}

/** The criteria of the records that refer to it by a reference, or by links. */
function toWhere({ fields }: ModelMeta, member: string, id: number): string {
  const isLinks = fields.some(({ name, type }) => name === member && type === 'links')
  return JSON.stringify({ fieldName: isLinks ? `${member}.id` : member, operator: '=', value: id })
}
