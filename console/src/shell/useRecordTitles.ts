import { asText } from '../field/kinds.ts'
import { titleOf } from '../meta/ModelMeta.ts'
import type { Change } from '../history/Entry.ts'
import { useTitles } from '../query/listQueries.ts'
import { useSession, useShell } from './Shell.tsx'

interface Named {
  readonly model: string
  readonly id: number
  readonly changes?: Readonly<Record<string, Change>>
}

/** The titles of records as they are now; of those that are gone, the one that they had; of others, their number. */
export function useRecordTitles(records: readonly Named[]): (record: Named) => string {
  const { service } = useShell()
  const { find } = useSession()
  const models = [...new Set(records.map(({ model }) => model))].flatMap((name) => find(name) ?? [])
  const idsOf = (name: string) => [...new Set(records.filter(({ model }) => model === name).map(({ id }) => id))]
  const titles = useTitles(
    service,
    models.map(({ name, title }) => ({ model: name, title, ids: idsOf(name) })),
  )
  return ({ model: name, id, changes = {} }) => {
    const model = find(name)
    const known = titles(name, id)
    if (model && known !== undefined) return titleOf(model, { id, [model.title]: known })
    const { from, to } = changes[model?.title ?? ''] ?? {}
    return asText(from ?? to) || `#${id}`
  }
}
