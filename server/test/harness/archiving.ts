import { collection, comments, links, model, reference, rollup, text } from '../../src/index.ts'
import { archiveFields } from '../../src/model/archive.ts'
import { Models } from '../../src/model/Models.ts'
import type { Client, RecordJson, Reply } from './client.ts'
import { toModels } from './everyType.ts'

export const [Thing, Loan, Box] = ['Thing', 'Loan', 'Box'].map((name) => `org.example.archive.${name}`) as [
  string,
  string,
  string,
]

const eitherWay = {
  operator: 'or',
  criteria: [
    { fieldName: 'archivedOn', operator: 'isNull' },
    { fieldName: 'archivedOn', operator: 'notNull' },
  ],
} as const

/** Things that can be archived, in boxes that can be, too, and loans that refer to things. */
export const archiving = toModels([
  model({
    name: Box,
    title: 'name',
    archive: true,
    fields: {
      name: text({ max: 40 }),
      things: collection(Thing, { by: 'box' }),
      linked: links(Thing),
      count: rollup('count', 'things'),
      all: rollup('count', 'things', { where: eitherWay }),
    },
  }),
  model({
    name: Thing,
    title: 'name',
    list: ['name', 'archivedOn', 'archivedBy'],
    sections: [{ label: 'Archive', fields: ['archivedOn', 'archivedBy'] }],
    search: ['name'],
    archive: true,
    fields: {
      code: text({ unique: true, max: 40 }),
      name: text({ max: 40 }),
      box: reference(Box),
      comments: comments(),
    },
  }),
  model({ name: Loan, title: 'note', fields: { thing: reference(Thing), note: text({ max: 40 }) } }),
])

let made = 0

/** The values of a new thing. */
export function thing(more: object = {}): object {
  return { code: `c${++made}`, name: 'thing', ...more }
}

/** Archives a record, or takes it out. */
export function archive(
  client: Client,
  { id, version }: RecordJson,
  what: 'archive' | 'unarchive' = 'archive',
  { query = '', model: name = Thing }: { query?: string; model?: string } = {},
): Promise<Reply> {
  return client.exchange('POST', `/ws/rest/${name}/${id}/${what}${query}`, { body: { data: { version } } })
}

export function byId({ id }: RecordJson) {
  return { data: { criteria: [{ fieldName: 'id', operator: '=', value: id }] } }
}

/** The models, of which one gets an archive. */
export function withArchive(models: Models, name: string): Models {
  const changed = models.all.map((one) =>
    one.name === name ? { ...one, archive: true as const, fields: [...one.fields, ...archiveFields] } : one,
  )
  return new Models(changed, models.application)
}
