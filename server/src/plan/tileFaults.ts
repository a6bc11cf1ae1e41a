import type { AggregateRequest } from '../call/AggregateRequest.ts'
import { Failure } from '../failure/failure.ts'
import type { Tile } from '../model/dashboard.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { suggest } from '../text/didYouMean.ts'
import { planAggregate } from './aggregate.ts'
import { parseSelection } from './parseSelection.ts'
import { parseSort } from './parseSort.ts'
import { isList, isWhole, readChart, readCompare, readFigure, textsOf, toFields, toGroups } from './tileForm.ts'

/** The most tiles of a dashboard. */
export const maxTiles = 24

type Asked = Partial<Pick<AggregateRequest, 'groupBy' | 'sortBy' | 'fields'>>

/** A kind of tile is known by its first member. */
interface Kind {
  readonly members: readonly string[]
  /** What the form of its own members lacks. */
  readonly form: (tile: Tile) => string[]
  /** What is asked of the records besides how many there are; absent: the tile has no records. */
  readonly asks?: (tile: Tile) => Asked
}

const shortcuts = ['actions', 'new', 'views']
const common = ['label', 'width', 'height']
const counted = ['of', 'where', 'q', ...common]

const kinds: Readonly<Record<string, Kind>> = {
  figure: {
    members: ['figure', 'compare', ...counted],
    form: ({ figure, compare }) => [
      ...(readFigure(figure) ? [] : ["figure must be 'count', or a function and a field such as 'sum.total'"]),
      ...(compare === undefined || readCompare(compare)
        ? []
        : ["compare must be a period such as 'month', or a date and a period such as 'placedOn:month'"]),
    ],
    asks: ({ figure, compare }) => ({
      ...toFields(readFigure(figure)),
      groupBy: compare === undefined ? [] : toGroups(readCompare(compare)),
    }),
  },
  chart: {
    members: ['chart', ...counted],
    form: ({ chart }) =>
      readChart(chart) ? [] : ["chart must be a field and a figure, such as 'placedOn:month~sum.total' or 'status'"],
    asks: ({ chart }) => {
      const { group, figure } = readChart(chart) ?? {}
      return { ...toFields(figure), groupBy: toGroups(group) }
    },
  },
  groupBy: {
    members: ['groupBy', 'count', 'sum', 'rows', ...counted],
    form: ({ groupBy, count, sum, rows }) => [
      ...(isList(groupBy, 1, 3) ? [] : ["groupBy must be a list of 1 to 3 fields, such as ['status']"]),
      ...(count === undefined || typeof count === 'boolean' ? [] : ['count must be true or false']),
      ...(sum === undefined || isList(sum, 1, 4) ? [] : ["sum must be a list of 1 to 4 fields, such as ['total']"]),
      ...(rows === undefined || isWhole(rows, 1, 50) ? [] : ['rows must be from 1 to 50']),
    ],
    asks: ({ groupBy, sum }) => ({
      ...toFields(...textsOf(sum).map((field) => ['sum', field] as const)),
      groupBy: textsOf(groupBy).flatMap(toGroups),
    }),
  },
  rows: {
    members: ['rows', 'sortBy', 'fields', ...counted],
    form: ({ rows, sortBy, fields }) => [
      ...(isWhole(rows, 1, 20) ? [] : ['rows must be from 1 to 20']),
      ...(sortBy === undefined || isList(sortBy, 1, 8) ? [] : ["sortBy must be a list such as ['-createdOn']"]),
      ...(fields === undefined || isList(fields, 1, 8) ? [] : ['fields must be a list of 1 to 8 fields']),
    ],
    asks: () => ({}),
  },
  actions: { members: [...shortcuts, ...common], form: findShortcutFaults },
  new: { members: [...shortcuts, ...common], form: findShortcutFaults },
  views: { members: [...shortcuts, ...common], form: findShortcutFaults },
}

/** The members that tiles may have. */
export const tileMembers: string[] = [...new Set(Object.values(kinds).flatMap(({ members }) => members))]

/** Returns what is wrong with the form of a tile. */
export function findFormFaults(tile: Tile): string[] {
  const kind = kindOf(tile)
  if (!kind) return [`needs one of figure, chart, groupBy, rows, actions, new or views: it says what is shown`]
  const { of, where, q, width, height } = tile
  return [
    ...Object.keys(tile)
      .filter((member) => !kind.members.includes(member))
      .map((member) => `has no member "${member}".${suggest(member, kind.members)}`),
    ...(kind.asks && typeof of !== 'string' ? ['needs of: a declared model, such as of: Order'] : []),
    ...(where === undefined || (typeof where === 'object' && where !== null)
      ? []
      : ["where must be criteria, such as { fieldName: 'status', operator: '=', value: 'placed' }"]),
    ...(q === undefined || typeof q === 'string' ? [] : ['q must be a text']),
    ...(width === undefined || [3, 4, 6, 12].includes(Number(width)) ? [] : ['width must be 3, 4, 6 or 12']),
    ...(height === undefined || isWhole(height, 1, 2) ? [] : ['height must be 1 or 2']),
    ...kind.form(tile),
  ]
}

/**
 * Returns what the service would refuse of what a tile asks, in the words of that refusal: by the plans of the requests
 * that a console sends, with the rights of those who look at it. The form of the tile is right.
 */
export function findTileFaults(tile: Tile, authorization: Authorization): string[] {
  const { models } = authorization.rights.visibility
  const asks = kindOf(tile)?.asks
  if (!asks) return []
  const { of, where, q, sortBy, fields } = tile
  return [
    ...findFault(() => {
      const model = models.require(String(of))
      const request = { ...plain, ...asks(tile), criteria: where, ...(typeof q === 'string' ? { q } : {}) }
      planAggregate(request, model, authorization, {})
      if (sortBy !== undefined) parseSort(textsOf(sortBy), model, models)
      if (fields !== undefined) parseSelection(textsOf(fields), model, models)
    }),
  ]
}

const noFields: AggregateRequest['fields'] = { sum: [], avg: [], min: [], max: [], countDistinct: [], filled: [] }
const plain: AggregateRequest = { groupBy: [], count: true, fields: noFields, sortBy: [], offset: 0, limit: 1 }

function findFault(plan: () => void): string[] {
  try {
    plan()
    return []
  } catch (error) {
    if (error instanceof Failure) return [error.message]
    throw error
  }
}

function kindOf(tile: Tile): Kind | undefined {
  const name = Object.keys(kinds).find((member) => Object.hasOwn(tile, member))
  return name === undefined ? undefined : kinds[name]
}

function findShortcutFaults({ actions, new: models, views }: Tile): string[] {
  return [
    ...(actions === undefined || isList(actions, 1, 12) ? [] : ['actions must be a list of declared actions']),
    ...(models === undefined || isList(models, 1, 12) ? [] : ['new must be a list of declared models']),
    ...(views === undefined || isList(views, 1, 12)
      ? []
      : ["views must be a list of declared views, such as 'com.example.orders.Order.overdue'"]),
  ]
}
