import { listOf, schemaRef, shownObject } from './refs.ts'
import { count, open, text, whole } from './values.ts'

/** A record with its id, and the fields that lists show. */
const shown = { type: 'object', required: ['id'], properties: { id: whole }, additionalProperties: true } as const

/** Null if the total was not known in time, or the criteria of the view do not fit the model any more. */
const total = { anyOf: [count, { type: 'null' }] } as const

const named = { model: schemaRef('ModelName'), record: shown }
/** A declared one has a label; one that somebody keeps is a record. */
const dashboard = {
  ...shown,
  required: ['name', 'tiles'],
  properties: { id: whole, name: text, label: text, tiles: {} },
} as const
const some = shownObject({ total: count, records: listOf(open) }, ['total', 'records'])

/** What the home page of a caller has. */
export const homeSchema = shownObject(
  {
    favorites: listOf(
      shownObject({ id: whole, version: whole, position: whole, view: shown, viewName: text, total, ...named }, [
        'id',
        'version',
        'position',
      ]),
    ),
    pinned: listOf(shownObject({ view: shown, total }, ['view', 'total'])),
    dashboards: listOf(dashboard),
    forMe: listOf(
      shownObject({ model: schemaRef('ModelName'), viewName: text, total }, ['model', 'viewName', 'total']),
    ),
    notices: some,
    jobs: some,
    deliveries: listOf(
      shownObject({ webhook: shownObject({ id: whole, name: text }, ['id']), parked: count }, ['webhook', 'parked']),
    ),
    recent: listOf(shownObject(named, ['model', 'record'])),
  },
  ['favorites', 'pinned', 'dashboards', 'notices', 'recent'],
)
