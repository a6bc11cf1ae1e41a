import { criteriaOfGroup, allOf, readCriteria } from '../../../chart/groupWhere.ts'
import {
  type FigureOf,
  figureValue,
  type FigureValue,
  headsRequest,
  type MixedFigures,
  mixedValue,
  sortGroups,
  splitFigures,
  titleOfGroup,
} from '../../../chart/groupHeads.ts'
import type { GroupField } from '../../../chart/Grouping.ts'
import type { Formats } from '../../../field/FieldKind.ts'
import type { Json } from '../../../meta/ModelMeta.ts'
import { useCounts } from '../../../query/groupQueries.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import type { Group, GroupRequest, Groups } from '../../../chart/Groups.ts'
import { failureWords } from '../../../shell/failureWords.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { keyOf } from './Folds.ts'

/** A group whose groups are asked for; the whole list has the empty key. */
export interface Parent {
  readonly key: string
  readonly level: number
  readonly criteria: Json | undefined
}

/** A group of a list. */
export interface GroupNode {
  readonly key: string
  readonly level: number
  readonly value: Json
  readonly title: string
  readonly count: number
  readonly field: GroupField
  /** What the records of the group meet, apart from what all records of the list do. */
  readonly criteria: Json
  readonly figures: readonly FigureValue[]
}

/** The groups of a parent, as far as they are known. */
export interface Heads {
  readonly groups: readonly GroupNode[]
  /** How many there are, of which these are the first. */
  readonly total: number
  readonly isAwaited: boolean
  readonly error: Error | null
  readonly again: () => void
}

type Answer = ReturnType<typeof useCounts>[number]

/** What was answered about the groups of one parent. */
interface Answers {
  readonly main: Answer | undefined
  /** Without figures, where these were refused. */
  readonly spare: Answer | undefined
  /** By currency, for figures of several ones. */
  readonly apart: readonly (Answer | undefined)[]
}

/** The groups of one level, for each parent: their records counted, and their figures, sent together. */
export function useHeads(
  route: ListRoute,
  field: GroupField | undefined,
  figures: readonly FigureOf[],
  parents: readonly Parent[],
): ReadonlyMap<string, Heads> {
  const { service, formats, words } = useShell()
  const { plain, mixed } = splitFigures(figures, field?.path)
  const ask =
    (of: readonly FigureOf[], currency: readonly string[] = []) =>
    (parent: Parent): GroupRequest[] => {
      if (!field) return []
      const request = headsRequest(field, of, formats.timeZone)
      return [{ ...recordsOf(route, parent.criteria), ...request, groupBy: [...request.groupBy, ...currency] }]
    }
  const main = useCounts(service, route.model, parents.flatMap(ask(plain)))
  // A figure that is refused, or takes too long, does not hide the groups.
  const refused = parents.filter((_, at) => plain.length > 0 && main[at]?.error)
  const spare = useCounts(service, route.model, refused.flatMap(ask([])))
  const apart = useCounts(
    service,
    route.model,
    parents.flatMap((parent) => mixed.flatMap(({ currency, figures: of }) => ask(of, [currency])(parent))),
  )
  if (!field) return new Map()
  return new Map(
    parents.map((parent, at) => {
      const answers: Answers = {
        main: main[at],
        spare: spare[refused.indexOf(parent)],
        apart: mixed.map((_, place) => apart[at * mixed.length + place]),
      }
      const valuesOf = (group: Group) =>
        figures.map((figure) => valueOf(figure, group, field, answers, mixed, { formats, words }))
      return [parent.key, toHeads(route, parent, field, answers, valuesOf, formats)]
    }),
  )
}

/** The groups of a parent, in their order. */
function toHeads(
  route: ListRoute,
  parent: Parent,
  field: GroupField,
  { main, spare }: Answers,
  valuesOf: (group: Group) => readonly FigureValue[],
  formats: Formats,
): Heads {
  const shown = main?.data ?? spare?.data
  const error = shown ? null : spare ? spare.error : (main?.error ?? null)
  const groups = (shown?.groups ?? []).map((group) => toNode(group, parent, field, valuesOf(group), formats))
  return {
    groups: sortGroups(groups, field, route.sortBy[0] === `-${field.path}`, formats.language),
    total: shown?.total ?? 0,
    isAwaited: shown === undefined && error === null,
    error,
    again: () => void main?.refetch(),
  }
}

/** A figure of a group, or why it is not known. */
function valueOf(
  figure: FigureOf,
  group: Group,
  field: GroupField,
  { main, apart }: Answers,
  mixed: readonly MixedFigures[],
  { formats, words }: Pick<ReturnType<typeof useShell>, 'formats' | 'words'>,
): FigureValue {
  const at = mixed.findIndex((each) => each.figures.includes(figure))
  const answer = at < 0 ? main : apart[at]
  if (answer?.error) return { is: 'unknown', why: failureWords(answer.error, words) }
  if (at < 0) return figureValue(figure, group, formats, codeOfGroup(figure, group))
  if (!answer?.data) return { is: 'awaited' }
  return mixedValue(figure, mixed[at]?.currency ?? '', sameGroup(answer.data, group, field.path), formats)
}

/** Which records: those of the list, in a group or in no particular one. */
export function recordsOf({ q, where }: Pick<ListRoute, 'q' | 'where'>, criteria: Json | undefined) {
  const data = allOf([readCriteria(where), criteria])
  return { ...(q === '' ? {} : { q }), ...(data === undefined ? {} : { data }) }
}

function toNode(
  group: Groups['groups'][number],
  parent: Parent,
  field: GroupField,
  figures: readonly FigureValue[],
  formats: Formats,
): GroupNode {
  const value = group.group[field.path] ?? null
  const own = criteriaOfGroup(field, value, formats.timeZone)
  return {
    key: keyOf(parent.key, typeof value === 'object' && value !== null && 'id' in value ? value.id : value),
    level: parent.level + 1,
    value,
    title: titleOfGroup(value, field, formats),
    count: group.count,
    field,
    criteria: allOf([parent.criteria, own]) ?? own,
    figures,
  }
}

/** The currency of the figures of a group, where the records are grouped by it. */
function codeOfGroup({ path, field: { currency } }: FigureOf, { group }: Group): string | undefined {
  if (typeof currency !== 'object') return undefined
  const code = group[path.replace(/[^.]*$/, currency.field)]
  return typeof code === 'string' ? code : undefined
}

function sameGroup({ groups }: Groups, { group }: Group, path: string): readonly Group[] {
  const value = JSON.stringify(group[path] ?? null)
  return groups.filter((each) => JSON.stringify(each.group[path] ?? null) === value)
}
