import { Desk, Line, Order, Slip } from './world.ts'

/** A model that rules are tried on: the record that it belongs to, and the field that names a record. */
export interface Kind {
  readonly model: string
  readonly table: string
  readonly parent: { readonly model: string; readonly title: string; readonly relation: string; readonly by: string }
  /** A unique field, by which an upsert finds a record; absent if there is none. */
  readonly key?: string
  /** Its records are made by an action, since only logic writes them. */
  readonly byAction?: true
}

/** The models that rules are tried on. */
export const kinds = {
  line: {
    model: Line.name,
    table: 'record.every_line',
    parent: { model: Order.name, title: 'code', relation: 'lines', by: 'order' },
    key: 'code',
  },
  slip: {
    model: Slip.name,
    table: 'record.every_slip',
    parent: { model: Order.name, title: 'code', relation: 'slips', by: 'order' },
    key: 'code',
    byAction: true,
  },
  user: {
    model: 'tabularium.User',
    table: 'record.tabularium_user',
    parent: { model: Desk.name, title: 'code', relation: 'people', by: 'desk' },
    key: 'username',
  },
  rule: {
    model: 'tabularium.Rule',
    table: 'record.tabularium_rule',
    parent: { model: 'tabularium.Role', title: 'name', relation: 'rules', by: 'role' },
  },
} as const satisfies Record<string, Kind>
