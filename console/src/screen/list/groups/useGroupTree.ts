import { useReducer } from 'react'
import { allOf, readCriteria } from '../../../chart/groupWhere.ts'
import type { FigureOf } from '../../../chart/groupHeads.ts'
import type { GroupField } from '../../../chart/Grouping.ts'
import type { ModelMeta, RecordJson } from '../../../meta/ModelMeta.ts'
import { useGroupPages } from '../../../query/groupQueries.ts'
import { findParameters, type ListRoute } from '../../../route/ListRoute.ts'
import { firstPage } from '../../../route/paging.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { fold, type Folds, isOpen, mostOpen, noFolds, pagesOf } from './Folds.ts'
import { type GroupNode, type Heads, type Parent, useHeads } from './useHeads.ts'

/** The records of an open group, as far as they were read. */
export interface GroupRecords {
  readonly records: readonly RecordJson[]
  readonly isAwaited: boolean
  readonly error: Error | null
  readonly again: () => void
}

const whole: Parent = { key: '', level: -1, criteria: undefined }

/** The groups of a list, level by level: only what is open is asked for. */
export function useGroupTree(
  route: ListRoute,
  model: ModelMeta,
  paths: readonly string[],
  fields: readonly GroupField[],
  figures: readonly FigureOf[],
) {
  const [folds, step] = useReducer(fold, noFolds)
  const first = useHeads(route, fields[0], figures, [whole])
  const firstOpen = useBeginning(folds, step, first, 0)
  const second = useHeads(route, fields[1], figures, firstOpen)
  const secondOpen = useBeginning(folds, step, second, 1)
  const third = useHeads(route, fields[2], figures, secondOpen)
  const thirdOpen = useBeginning(folds, step, third, 2)
  const leaves = [firstOpen, secondOpen, thirdOpen][fields.length - 1] ?? []
  const { records, ...live } = useRecords(route, model, paths, leaves, folds)
  const levels: readonly ReadonlyMap<string, Heads>[] = [first, second, third]
  return {
    headsOf: (parent: GroupNode | undefined) => levels[parent ? parent.level + 1 : 0]?.get(parent?.key ?? ''),
    recordsOf: (leaf: GroupNode) => records.get(leaf.key),
    isOpen: (node: GroupNode) => isOpen(folds, node.key),
    isLeaf: (node: GroupNode) => node.level === fields.length - 1,
    step,
    ...live,
  }
}

/** The groups of a list, and what can be done with them. */
export type GroupTree = ReturnType<typeof useGroupTree>

/** Opens the groups of a level where they are few, and answers those that are open. */
function useBeginning(
  folds: Folds,
  step: (step: { does: 'begin'; level: number; isOpen: boolean }) => void,
  heads: ReadonlyMap<string, Heads>,
  level: number,
): readonly GroupNode[] {
  const all = [...heads.values()]
  const groups = all.flatMap((each) => each.groups)
  const isKnown = all.length > 0 && all.every(({ isAwaited }) => !isAwaited)
  // Once decided it stays so: nothing folds or opens under anybody's hand.
  if (folds.levels[level] === undefined && isKnown) step({ does: 'begin', level, isOpen: groups.length <= mostOpen })
  return groups.filter(({ key }) => isOpen(folds, key))
}

/** The records of open groups, a page of the list's size at a time. */
function useRecords(
  route: ListRoute,
  model: ModelMeta,
  paths: readonly string[],
  leaves: readonly GroupNode[],
  folds: Folds,
) {
  const { service } = useShell()
  const wanted = leaves.flatMap((leaf) =>
    Array.from({ length: pagesOf(folds, leaf.key) }, (_, page) => ({
      leaf,
      parameters: pageOf(route, model, paths, leaf, page),
    })),
  )
  const { results, ...live } = useGroupPages(
    service,
    model.name,
    wanted.map(({ parameters }) => parameters),
  )
  const ofLeaf = (leaf: GroupNode): [string, GroupRecords] => {
    const pages = results.filter((_, at) => wanted[at]?.leaf === leaf)
    const found = pages.flatMap(({ data }) => data?.records ?? [])
    // A record that moved from one page to the next is there once.
    const records = [...new Map(found.map((record) => [record.id, record])).values()]
    const again = () => pages.forEach((page) => void page.refetch())
    const isAwaited = pages.some(({ isPending }) => isPending)
    return [leaf.key, { records, isAwaited, error: pages.find(({ error }) => error)?.error ?? null, again }]
  }
  return { records: new Map(leaves.map(ofLeaf)), ...live }
}

function pageOf(route: ListRoute, model: ModelMeta, paths: readonly string[], leaf: GroupNode, page: number) {
  const where = JSON.stringify(allOf([readCriteria(route.where), leaf.criteria]))
  const parameters = findParameters({ ...route, ...firstPage, where, offset: page * route.limit })
  parameters.set('limit', String(route.limit))
  parameters.set('fields', [...new Set([...paths, model.title, leaf.field.path])].join(','))
  parameters.set('total', 'false')
  return parameters
}
