import { type Chip, testsIn } from '../criteria/Chip.ts'
import { type ChipContext, idOf } from '../criteria/describeChip.ts'
import { valueField } from '../criteria/valueField.ts'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import { useTitles } from '../query/listQueries.ts'
import { useSession, useShell } from './Shell.tsx'

/** What the words of chips depend on: the metadata, and the titles of the records that they name. */
export function useChipContext(model: ModelMeta, chips: readonly Chip[]): ChipContext {
  const { service, formats } = useShell()
  const { find } = useSession()
  const ids = new Map<string, Set<number>>()
  for (const chip of testsIn(chips)) {
    const target = valueField(model, chip.path, find)?.field.target
    if (target === undefined) continue
    const known = ids.get(target) ?? new Set()
    for (const value of chip.values) known.add(idOf(value) ?? 0)
    ids.set(target, known)
  }
  const wanted = [...ids].flatMap(([name, all]) => {
    const target = find(name)
    const some = [...all].filter((id) => id > 0).slice(0, 100)
    return target && some.length > 0 ? [{ model: name, title: target.title, ids: some }] : []
  })
  const titles = useTitles(service, wanted)
  const titleOf = (name: string, id: number) => {
    const title = titles(name, id)
    return typeof title === 'string' || typeof title === 'number' ? String(title) : undefined
  }
  return { model, find, formats, titleOf }
}
