import { didYouMean, suggest } from '../text/didYouMean.ts'
import type { Mistake } from './checkModels.ts'
import type { Model } from './Model.ts'
import { columnOf, tableOf } from './names.ts'
import { isOwnName } from './objectNames.ts'
import { fillNames, type LoadedSql, type OwnConstraint, type SqlDeclaration, toOwnSql } from './ownSql.ts'
import { checkLanguages, isWords } from './words.ts'

const members = ['name', 'on', 'up', 'down', 'keep', 'after', 'transaction', 'constraints']
const nameShape = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)*\.[a-z][A-Za-z0-9]*$/
const maxName = 200
const codes = ['invalid-record', 'not-unique', 'overlaps']

/** Returns the mistakes of all declared SQL. The SQL itself is not parsed: the plan shows it, and PostgreSQL judges. */
export function checkOwnSql(
  loaded: readonly LoadedSql[],
  models: readonly Model[],
  languages: readonly string[] = [],
): Mistake[] {
  return loaded.flatMap(({ file, declaration }, index) => {
    const { name } = declaration
    const other = loaded.slice(0, index).find((one) => one.declaration.name === name)
    const messages = [
      ...(other ? [`${name} is declared in ${other.file} as well: give each sql() a name of its own`] : []),
      ...checkForm(declaration),
    ]
    const found =
      messages.length > 0 ? messages : [...checkContent(declaration, models), ...checkMessages(declaration, languages)]
    return found.map((message) => ({ file, model: `sql ${String(name)}`, message }))
  })
}

function checkForm(declaration: SqlDeclaration): string[] {
  const { name, on, up, down, keep, after = [], transaction, constraints = {} } = declaration
  const unknown = Object.keys(declaration).filter((member) => !members.includes(member))
  return [
    ...unknown.map((member) => `has no member "${member}".${suggest(member, members)}`),
    ...(typeof name === 'string' && nameShape.test(name) && name.length <= maxName
      ? []
      : ['name must be a package and a name in small letters, such as com.example.desk.serialNumbers']),
    ...(Array.isArray(on) && on.length > 0 ? [] : ['on must be the models that it is about, such as on: [Equipment]']),
    ...(areStatements(up) ? [] : ['up must be a statement, or a list of statements']),
    ...(down === undefined || areStatements(down) ? [] : ['down must be a statement, or a list of statements']),
    ...(down === undefined && keep !== true
      ? ['has no down: write what takes it back, or keep: true if nothing can']
      : []),
    ...(down !== undefined && keep !== undefined ? ['has down and keep: leave one of them out'] : []),
    ...(Array.isArray(after) ? [] : ['after must be a list of other sql(), such as after: [audit]']),
    ...(transaction === undefined || typeof transaction === 'boolean' ? [] : ['transaction must be true or false']),
    ...(typeof constraints === 'object' && constraints !== null ? [] : ['constraints must be messages by name']),
  ]
}

function areStatements(value: unknown): boolean {
  const all = Array.isArray(value) ? value : [value]
  return all.length > 0 && all.every((one) => typeof one === 'string' && one.trim() !== '' && !one.includes('\0'))
}

function checkContent(declaration: SqlDeclaration, models: readonly Model[]): string[] {
  const { on, up, down, transaction } = toOwnSql(declaration)
  const own = on.flatMap((name) => models.find((model) => model.name === name) ?? [])
  if (own.length < on.length)
    return ['on names something that is not a model of this folder: write on: [Equipment], with the declared model']
  const shortNames = own.map(({ name }) => shortNameOf(name))
  const repeated = shortNames.find((name, index) => shortNames.indexOf(name) < index)
  if (repeated !== undefined) return [`on has two models called ${repeated}: write one sql() for each`]
  return [
    ...[...up, ...down].flatMap((text) => [...checkNames(text, own), ...checkStatement(text, transaction)]),
    // As declared: without its languages, the plain form has no message.
    ...Object.entries(declaration.constraints ?? {}).flatMap(([name, one]) => checkConstraint(name, one, own)),
  ]
}

function checkMessages({ constraints = {} }: SqlDeclaration, languages: readonly string[]): string[] {
  return Object.entries(constraints).flatMap(([name, one]) =>
    checkLanguages(one, languages).map(({ message }) => `the constraint ${name}: ${message}`),
  )
}

/** The last part of a model's name, by which SQL calls it. */
export function shortNameOf(model: string): string {
  return model.split('.').at(-1) ?? model
}

function checkNames(text: string, models: readonly Model[]): string[] {
  const mistakes: string[] = []
  fillNames(text, (name, field) => {
    const model = models.find((one) => shortNameOf(one.name) === name)
    const known = model?.fields.map((one) => one.name) ?? []
    const shown = field === undefined ? name : `${name}.${field}`
    if (!model)
      mistakes.push(
        `names {${shown.slice(0, 100)}}, which is not among the models of on: ` +
          `write ${models.map((one) => `{${shortNameOf(one.name)}}`).join(', ')}, or {{ for a brace`,
      )
    else if (field !== undefined && ![...known, 'id', 'version'].includes(field))
      mistakes.push(`names {${shown}}, which is not a field of ${model.name}.${didYouMean(field, known)}`)
    return ''
  })
  return mistakes
}

function checkStatement(text: string, transaction: boolean): string[] {
  const [word] = /\b(?:begin|commit|rollback)\s*;|^\s*(?:begin|commit|rollback)\b/i.exec(text) ?? []
  return [
    ...(word === undefined || /\$\$|\bfunction\b/i.test(text)
      ? []
      : [`has ${word.trim().replace(/\s*;$/, '')}: leave it out, migrate begins and ends the transaction`]),
    ...(transaction && /\bconcurrently\b/i.test(text)
      ? ['has concurrently, which PostgreSQL does not run in a transaction: write transaction: false']
      : []),
  ]
}

function checkConstraint(name: string, { fields, message, code }: OwnConstraint, models: readonly Model[]): string[] {
  const known = models.flatMap((model) => model.fields.map((field) => field.name))
  const isOurs = models.some((model) =>
    isOwnName(
      name,
      tableOf(model.name),
      model.fields.map((field) => columnOf(field.name)),
    ),
  )
  const unknown = Array.isArray(fields) ? fields.filter((field) => !known.includes(field)) : []
  return [
    ...(isOurs ? ['has the form of our own names: choose another name'] : []),
    ...(Array.isArray(fields) && fields.length > 0 ? [] : ["needs fields, such as fields: ['serialNumber']"]),
    ...unknown.map((field) => `names "${field}", which is not a field of its models.${didYouMean(field, known)}`),
    ...(isWords(message, 'message') ? [] : ['needs a message for people']),
    ...(code === undefined || codes.includes(code) ? [] : [`has a wrong code: write one of ${codes.join(', ')}`]),
  ].map((mistake) => `the constraint ${name} ${mistake}`)
}
