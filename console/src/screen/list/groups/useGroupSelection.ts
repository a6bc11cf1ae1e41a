import { useState } from 'react'
import { windowOf } from '../../../bulk/rounds.ts'
import type { RecordName } from '../../../bulk/Target.ts'
import { allOf, readCriteria } from '../../../chart/groupWhere.ts'
import { isSelected, type Selection, type SelectionStep } from '../../../grid/selection.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import type { Service } from '../../../service/Service.ts'
import { failureWords } from '../../../shell/failureWords.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { GroupTree } from './useGroupTree.ts'
import type { GroupNode } from './useHeads.ts'

/** With more records, a group is selected by a filter. */
const most = 5_000
const atOnce = 1_000

/** Selects all records of a group, also those that were not read, or none of them. */
export function useGroupSelection(route: ListRoute, model: ModelMeta, tree: GroupTree) {
  const { service, words, notify } = useShell()
  const [known, setKnown] = useState<ReadonlyMap<string, readonly RecordName[]>>(new Map())
  /** The records of a group, if all of them are known. */
  const namesOf = (node: GroupNode): readonly RecordName[] | undefined => {
    const names = known.get(node.key) ?? readBelow(tree, node)
    return names.length === node.count ? names : undefined
  }
  const toggle = async (node: GroupNode, onSelect: (step: SelectionStep) => void) => {
    const names = namesOf(node)
    if (names) return onSelect({ does: 'page', rows: names })
    if (node.count > most) return notify({ text: words.grid.tooLarge(node.title, node.count, most) })
    try {
      const rows = await namesInService(service, model.name, route, node)
      setKnown((all) => new Map(all).set(node.key, rows))
      onSelect({ does: 'page', rows })
    } catch (error) {
      notify({ text: words.grid.notSelected(node.title, failureWords(error, words)) })
    }
  }
  const selectedOf = (node: GroupNode, selection: Selection): 'all' | 'some' | 'none' => {
    if (selection.isAll) return 'all'
    const names = known.get(node.key) ?? readBelow(tree, node)
    const chosen = names.filter(({ id }) => isSelected(selection, id)).length
    if (chosen === 0) return 'none'
    return chosen === names.length && names.length >= node.count ? 'all' : 'some'
  }
  return { toggle, selectedOf }
}

/** The records of a group that were read, those of the groups in it included. */
function readBelow(tree: GroupTree, node: GroupNode): readonly RecordName[] {
  if (tree.isLeaf(node)) return tree.recordsOf(node)?.records ?? []
  return (tree.headsOf(node)?.groups ?? []).flatMap((child) => readBelow(tree, child))
}

async function namesInService(service: Service, model: string, { q, where }: ListRoute, { criteria }: GroupNode) {
  const whole = JSON.stringify(allOf([readCriteria(where), criteria]))
  const names: RecordName[] = []
  for (;;) {
    const data = windowOf(whole, names.at(-1)?.id ?? 0, undefined)
    const request = { data, ...(q === '' ? {} : { q }), fields: ['id'], limit: atOnce }
    const found = await service.take(model, request)
    names.push(...found.map(({ id, version }) => ({ id, version })))
    if (found.length < atOnce || names.length > most) return names
  }
}
