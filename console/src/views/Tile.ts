import { isSame } from '../field/isSame.ts'
import { asText } from '../field/kinds.ts'
import type { Json, RecordJson } from '../meta/ModelMeta.ts'
import { type ListRoute, listOf } from '../route/ListRoute.ts'

/** The columns that a tile may take, and its rows. */
export const widths = [3, 4, 6, 12] as const
export const heights = [1, 2] as const
/** The most tiles of a dashboard. */
export const maxTiles = 24

/** A figure of records: their number, or a function over a field. */
export type Figure = { readonly of: 'count' } | { readonly of: 'sum' | 'avg' | 'min' | 'max'; readonly path: string }

/** The period that a figure is limited to, and compared with the one before. */
export interface Compare {
  readonly path: string
  readonly by: 'day' | 'week' | 'month' | 'year'
}

/** What a tile shows. */
export type TileContent =
  | { readonly kind: 'figure'; readonly figure: Figure; readonly compare: Compare | undefined }
  | { readonly kind: 'chart'; readonly chart: string }
  | {
      readonly kind: 'groups'
      readonly groupBy: readonly string[]
      readonly count: boolean
      readonly sum: readonly string[]
      readonly rows: number
    }
  | { readonly kind: 'list'; readonly rows: number }
  | {
      readonly kind: 'shortcuts'
      readonly actions: readonly string[]
      readonly models: readonly string[]
      /** Declared views, each as its model and its name. */
      readonly views: readonly (readonly [model: string, view: string])[]
    }

/** A tile of a dashboard. */
export interface Tile {
  readonly content: TileContent
  /** The list that it counts and opens; undefined for shortcuts. */
  readonly route: ListRoute | undefined
  readonly label: string
  readonly width: number
  readonly height: number
  /** As it is kept: what this console does not know is kept, too. */
  readonly json: JsonObject
}

/** A dashboard: a declared one, or one that somebody keeps. */
export interface Dashboard {
  /** What its address names: an id, or the name of a declared one. */
  readonly key: string
  readonly label: string
  readonly tiles: readonly Tile[]
  readonly columns: number
  /** Its record; undefined for declared ones. */
  readonly record: { readonly id: number; readonly version: number; readonly owner: number | undefined } | undefined
}

type JsonObject = { readonly [member: string]: Json }

/** A dashboard from what the service answers. Whoever wrote it, only tiles of the right form are taken. */
export function readDashboard(given: JsonObject | RecordJson): Dashboard {
  const { id, version, name, label, owner, tiles, columns } = given as JsonObject
  const isKept = typeof id === 'number'
  return {
    key: isKept ? String(id) : asText(name),
    label: asText(isKept ? name : label),
    tiles: list(tiles).slice(0, maxTiles).flatMap(readTile),
    columns: typeof columns === 'number' ? columns : 12,
    record: isKept
      ? {
          id,
          version: Number(version),
          owner: isObject(owner) && typeof owner['id'] === 'number' ? owner['id'] : undefined,
        }
      : undefined,
  }
}

/** A tile of the right form; nothing else. */
export function readTile(json: Json): Tile[] {
  if (!isObject(json)) return []
  const content = readContent(json)
  const { of, where, q, sortBy, fields, label, width, height } = json
  if (!content || (content.kind !== 'shortcuts' && typeof of !== 'string')) return []
  const isWide = content.kind !== 'figure' && content.kind !== 'shortcuts'
  return [
    {
      content,
      route:
        content.kind === 'shortcuts'
          ? undefined
          : listOf(asText(of), {
              q: typeof q === 'string' ? q : '',
              where: where === undefined || where === null ? '' : JSON.stringify(where),
              ...(list(sortBy).length > 0 ? { sortBy: texts(sortBy) } : {}),
              fields: texts(fields),
              chart: content.kind === 'chart' ? content.chart : '',
            }),
      label: typeof label === 'string' ? label : '',
      width: widths.find((one) => one === width) ?? (isWide ? 6 : 3),
      height: heights.find((one) => one === height) ?? (isWide ? 2 : 1),
      json,
    },
  ]
}

function readContent(json: JsonObject): TileContent | undefined {
  const { figure, compare, chart, groupBy, count, sum, rows, actions, new: models, views } = json
  if (figure !== undefined) {
    const read = readFigure(figure)
    return read && { kind: 'figure', figure: read, compare: readCompare(compare) }
  }
  if (typeof chart === 'string') return { kind: 'chart', chart }
  if (texts(groupBy).length > 0)
    return {
      kind: 'groups',
      groupBy: texts(groupBy),
      count: count !== false,
      sum: texts(sum),
      rows: Number(rows ?? 10),
    }
  if (typeof rows === 'number') return { kind: 'list', rows: Math.min(Math.max(Math.floor(rows), 1), 20) }
  if (actions !== undefined || models !== undefined || views !== undefined)
    return { kind: 'shortcuts', actions: texts(actions), models: texts(models), views: texts(views).map(splitView) }
  return undefined
}

/** A view as a tile names it: `com.example.orders.Order.overdue`. */
function splitView(text: string): readonly [string, string] {
  const dot = text.lastIndexOf('.')
  return [text.slice(0, dot), text.slice(dot + 1)]
}

function readFigure(text: Json): Figure | undefined {
  if (text === 'count') return { of: 'count' }
  const [, of, path] = /^(sum|avg|min|max)\.([\w.]+)$/.exec(asText(text)) ?? []
  return path === undefined ? undefined : { of: of as 'sum' | 'avg' | 'min' | 'max', path }
}

function readCompare(text: Json | undefined): Compare | undefined {
  const [, path = 'createdOn', by] = /^(?:([\w.]+):)?(day|week|month|year)$/.exec(asText(text ?? '')) ?? []
  return by === undefined ? undefined : { path, by: by as Compare['by'] }
}

/** The tiles after one was moved to another place. */
export function moveTile(tiles: readonly Tile[], from: number, to: number): readonly Tile[] {
  const moved = tiles[from]
  const rest = tiles.filter((_, index) => index !== from)
  return moved ? [...rest.slice(0, to), moved, ...rest.slice(to)] : tiles
}

/** A tile with other values; a member that is undefined is taken away. */
export function changeTile(tile: Tile, values: { readonly [member: string]: Json | undefined }): Tile {
  const entries = Object.entries({ ...tile.json, ...values }).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined,
  )
  return readTile(Object.fromEntries(entries))[0] ?? tile
}

/** What a list sends to be counted by a tile; undefined for criteria that are no JSON. */
export function toCounted({ model, q, where }: ListRoute): JsonObject | undefined {
  const words = q === '' ? {} : { q }
  if (where === '') return { of: model, ...words }
  try {
    return { of: model, where: JSON.parse(where) as Json, ...words }
  } catch {
    return undefined
  }
}

/** Whether two lists of tiles are the same as they are kept. */
export function isSameTiles(one: readonly Tile[], other: readonly Tile[]): boolean {
  const kept = (tiles: readonly Tile[]): Json => tiles.map(({ json }) => json)
  return isSame('json', kept(one), kept(other))
}

function texts(value: Json | undefined): string[] {
  return list(value).filter((each) => typeof each === 'string')
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
