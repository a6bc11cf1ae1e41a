import { suggest } from '../text/didYouMean.ts'
import type { Mistake } from './checkModels.ts'
import type { DataMigration, LoadedMigration } from './migrationMark.ts'

const members = ['name', 'on', 'where', 'fields', 'page', 'onProblem', 'after', 'run']
const nameShape = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)*\.[a-z][A-Za-z0-9]*$/
const maxPage = 5_000

/** Returns the mistakes of all data migrations. `models` are the names of the models of the folder. */
export function checkMigrations(loaded: readonly LoadedMigration[], models: readonly string[]): Mistake[] {
  return loaded.flatMap(({ file, declaration }, index) => {
    const given = declaration as Record<string, unknown>
    const other = loaded.slice(0, index).find((one) => nameOf(one.declaration) === given['name'])
    const messages = [
      ...(other ? [`is declared in ${other.file} as well: give each migration() a name of its own`] : []),
      ...checkMigration(given, models),
    ]
    return messages.map((message) => ({ file, model: `migration ${String(given['name'])}`, message }))
  })
}

function checkMigration(given: Record<string, unknown>, models: readonly string[]): string[] {
  const { name, on, where, fields, page = 1, onProblem = 'stop', after = [], run } = given
  const unknown = Object.keys(given).filter((member) => !members.includes(member))
  return [
    ...unknown.map((member) => unknownMember(member)),
    ...(typeof name === 'string' && nameShape.test(name)
      ? []
      : ['name must be a package and a name in small letters, such as com.example.desk.roomsHaveDashes']),
    ...(models.includes(nameOf(on)) ? [] : ['on must be a model of this folder, such as on: Equipment']),
    ...(where === undefined || (typeof where === 'object' && where !== null)
      ? []
      : ["where must be criteria, such as { fieldName: 'room', operator: 'notNull' }"]),
    ...(fields === undefined || Array.isArray(fields) ? [] : ["fields must be a list, such as fields: ['room']"]),
    ...(Number.isInteger(page) && Number(page) >= 1 && Number(page) <= maxPage
      ? []
      : [`page must be a whole number from 1 to ${maxPage}`]),
    ...(onProblem === 'stop' || onProblem === 'skip' ? [] : ["onProblem must be 'stop' or 'skip'"]),
    ...(Array.isArray(after) ? [] : ['after must be a list of other migrations, such as after: [rooms]']),
    ...(typeof run === 'function' ? [] : ['needs run: (page) => page.map((record) => [record, { … }])']),
  ]
}

function unknownMember(member: string): string {
  if (member === 'versions') return 'has versions: records always get a new version; use fill for a new field'
  if (member === 'when') return 'has when: it runs in migrate apply; for work of hours declare a job'
  return `has no member "${member}".${suggest(member, members)}`
}

function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : ''
}

/** The plain form of a checked declaration. */
export function toDataMigration({ declaration }: LoadedMigration): DataMigration {
  const { name, on, after = [] } = declaration as { name: string; on: object; after?: object[] }
  return { name, on: nameOf(on), after: after.map(nameOf) }
}
