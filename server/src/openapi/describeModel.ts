import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import { isSecret } from '../model/field/text.ts'
import { searchFields } from '../model/searchFields.ts'
import { describeKey } from '../model/uniqueKeys.ts'
import type { KnownModel } from './KnownModel.ts'
import { inLanguage } from '../text/words.ts'

/** What a find answers without parameters. */
export function describeFind({ seen }: KnownModel): string {
  const list = seen?.list ?? []
  const shown = list.length === 0 ? '' : `Without \`fields\`, records have \`id\`, \`version\`, ${toNames(list)}.`
  const search = seen ? searchFields(seen) : []
  const searched = search.length > 0 ? ` \`q\` searches ${toNames(search)}.` : ''
  const sorted = seen?.sortBy?.length ? ` Without \`sortBy\`, they are sorted by ${toNames(seen.sortBy)}.` : ''
  return `${shown}${sorted}${searched}`.trim()
}

/** The fields that criteria can name, by what they can be compared with. */
export function describeSearch({ seen }: KnownModel): string {
  const fields = seen?.fields.filter((field) => !isSecret(field)) ?? []
  const groups = Map.groupBy(fields, kindOf)
  const relations = seen?.relations.map(({ name }) => name) ?? []
  const lines = kinds.flatMap((kind) => {
    const names = kind === 'Relations' ? relations : (groups.get(kind)?.map(({ name }) => name) ?? [])
    return names.length === 0 ? [] : [`${kind}: ${toNames(names)}.`]
  })
  return lines.join(' ')
}

/** What a new record must have, what it must not break, and the keys of an upsert. */
export function describeCreate({ keys, may, checks }: KnownModel): string {
  const names = keys.map((key) => `\`key=${key.map(({ name }) => name).join()}\``)
  const upsert =
    keys.length === 0
      ? []
      : [`With ${names.join(' or ')} it is an upsert: by ${keys.map(describeKey).join(', or by ')}.`]
  const only = may.includes('create') ? [] : ['You may update records, and not create any: `key` is required.']
  const rules = checks.map(({ name, message }) => `- ${name}: ${inLanguage(message)}`)
  return [...upsert, ...only, ...(rules.length === 0 ? [] : ['Checks:', ...rules])].join('\n')
}

const kinds = ['Text', 'With an order', 'Compared as equal or not', 'Only null or not', 'Relations'] as const

function kindOf(field: Field): (typeof kinds)[number] {
  const { comparable, ordered, textual } = typeOf(field)
  if (textual) return 'Text'
  if (ordered) return 'With an order'
  return comparable ? 'Compared as equal or not' : 'Only null or not'
}

function toNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
