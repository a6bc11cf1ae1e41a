import type { Words } from '../text/words.ts'
import type { FieldDeclarations, ModelDeclaration } from './declare.ts'
import type { BuiltInField } from './Model.ts'
import { toLabel } from './toModel.ts'

/** Marks declarations made by `dashboard()`, in any copy of this package. */
const mark = Symbol.for('tabularium.dashboard')

/** Something that has a name: a declared one, or its name. */
type Named = string | { readonly name: string }

/** The name of a field of a model, also of a record that it refers to; any text if the model is named by a text. */
type FieldOf<Of> = Of extends { readonly fields: infer Fields extends FieldDeclarations }
  ? (keyof Fields & string) | BuiltInField | `${keyof Fields & string}.${string}`
  : string

type Period = 'day' | 'week' | 'month' | 'year'
/** A field to group by: `status`, or of a date `placedOn:month`. */
type GroupOf<Of> = FieldOf<Of> | `${FieldOf<Of>}:${Period}`
type FigureOf<Of> = 'count' | `${'sum' | 'avg' | 'min' | 'max'}.${FieldOf<Of>}`

/** What every tile has. */
interface TileBase {
  /** The heading; made from what the tile shows if absent. */
  readonly label?: Words
  /** How many of 12 columns it takes; what suits its kind if absent. */
  readonly width?: 3 | 4 | 6 | 12
  /** How many rows it takes: 1 or 2. */
  readonly height?: 1 | 2
}

/** The records that a tile counts or lists. It opens the list of them. */
interface Counted<Of> extends TileBase {
  readonly of: Of
  /** Criteria as in a search; all records if absent. */
  readonly where?: object
  /** Words, as find takes them. */
  readonly q?: string
}

/** One figure of all records: `figure: 'sum.total'`. */
export interface FigureTile<Of = Named> extends Counted<Of> {
  readonly figure: FigureOf<Of>
  /**
   * A period, of the day of creation (`'month'`) or of a date (`'placedOn:month'`): the figure is then of this period
   * alone, beside that of the one before.
   */
  readonly compare?: Period | `${FieldOf<Of>}:${Period}`
}

/** A chart: `chart: 'placedOn:month~sum.total'`. Without a figure it counts. */
export interface ChartTile<Of = Named> extends Counted<Of> {
  readonly chart: GroupOf<Of> | `${GroupOf<Of>}~${'sum' | 'avg'}.${FieldOf<Of>}`
}

/** A table of groups with their figures. */
export interface GroupsTile<Of = Named> extends Counted<Of> {
  readonly groupBy: readonly GroupOf<Of>[]
  /** Whether records are counted; true if absent. */
  readonly count?: boolean
  readonly sum?: readonly FieldOf<Of>[]
  /** How many groups are shown; 10 if absent. */
  readonly rows?: number
}

/** The first records of a list. */
export interface ListTile<Of = Named> extends Counted<Of> {
  /** How many records are shown: 1 to 20. */
  readonly rows: number
  readonly sortBy?: readonly (FieldOf<Of> | `-${FieldOf<Of>}`)[]
  readonly fields?: readonly FieldOf<Of>[]
}

/** Buttons: declared views to open, actions to run, and models whose records one makes. */
export interface ShortcutsTile extends TileBase {
  readonly actions?: readonly Named[]
  readonly new?: readonly Named[]
  /** Each as its model and its name: `com.example.orders.Order.overdue`. */
  readonly views?: readonly string[]
}

/** Any tile. */
export type TileDeclaration = FigureTile | ChartTile | GroupsTile | ListTile | ShortcutsTile

/** A tile whose fields are those of the model that it names. */
type Checked<Tile> = Tile extends { readonly of: infer Of extends ModelDeclaration }
  ? FigureTile<Of> | ChartTile<Of> | GroupsTile<Of> | ListTile<Of>
  : unknown

/** The declaration of a dashboard, in a file next to the models. */
export interface DashboardDeclaration {
  /** With its package, and a small letter after it: `com.example.orders.sales`. */
  readonly name: string
  /** The name shown to people; derived from the name if absent. */
  readonly label?: Words
  /** Whose home page has it: declared roles, or their names; everybody's if absent. */
  readonly roles?: readonly Named[]
  readonly tiles: readonly TileDeclaration[]
}

/** Declares a dashboard. Mistakes are reported when the folder is loaded, all at once. */
export function dashboard<const Tiles extends readonly TileDeclaration[]>(
  declaration: Omit<DashboardDeclaration, 'tiles'> & {
    readonly tiles: Tiles & { readonly [Index in keyof Tiles]: Checked<Tiles[Index]> }
  },
): DashboardDeclaration {
  return Object.defineProperty({ ...declaration }, mark, { value: true })
}

export function isDashboardDeclaration(value: unknown): value is DashboardDeclaration {
  return typeof value === 'object' && value !== null && mark in value
}

/** A declaration with the file that has it. It is not checked yet. */
export interface LoadedDashboard {
  readonly file: string
  readonly declaration: DashboardDeclaration
}

/** The plain form of a tile: only JSON values. */
export type Tile = Readonly<Record<string, unknown>>

/** The plain form of a dashboard: models, roles and actions by their names. */
export interface Dashboard {
  readonly name: string
  readonly label: Words
  /** Undefined: it is for everybody. */
  readonly roles?: readonly string[]
  readonly tiles: readonly Tile[]
}

/** The plain form of a declaration. Mistakes are not corrected: the checks find them. */
export function toDashboard({ name, label, roles, tiles }: DashboardDeclaration): Dashboard {
  return {
    name,
    label: label ?? toLabel(String(name).split('.').at(-1) ?? ''),
    ...(Array.isArray(roles) ? { roles: roles.map(nameOf) } : {}),
    tiles: Array.isArray(tiles) ? tiles.map(toTile) : [],
  }
}

function toTile(tile: unknown): Tile {
  const { of, actions, new: models, ...own } = (tile ?? {}) as Record<string, unknown>
  return {
    ...own,
    ...(of === undefined ? {} : { of: nameOf(of) }),
    ...(actions === undefined ? {} : { actions: namesOf(actions) }),
    ...(models === undefined ? {} : { new: namesOf(models) }),
  }
}

function namesOf(all: unknown): unknown {
  return Array.isArray(all) ? all.map(nameOf) : all
}

function nameOf(named: unknown): string {
  return String(typeof named === 'object' && named !== null ? (named as { name?: unknown }).name : named)
}
