import * as fc from 'fast-check'
import { likelyValue } from '../requests.ts'
import type { CheckedDocument } from './CheckedDocument.ts'
import { type FoundOperation, type Parameter, resolve } from './OpenApi.ts'
import { SchemaValues } from './SchemaValues.ts'

/** A request that was made from a document. */
export interface GeneratedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

type Operation = Omit<FoundOperation, 'values'>

/** Valid and nearly valid requests for all operations of a document. */
export function requestFrom({ validators, routes }: CheckedDocument): fc.Arbitrary<GeneratedRequest> {
  const values = new SchemaValues(validators.document)
  return fc.oneof(
    ...routes.operations.map((one) => {
      const weight = /^(?:GET \/logout|POST \/ws\/(?:sessions\/end|password))$/.test(one.name) ? 1 : 6
      return { weight, arbitrary: requestFor(one, validators.document, values) }
    }),
  )
}

function requestFor(
  { name, template, operation, parameters }: Operation,
  document: CheckedDocument['validators']['document'],
  values: SchemaValues,
): fc.Arbitrary<GeneratedRequest> {
  const body = operation.requestBody && resolve(document, operation.requestBody).content['application/json']?.schema
  return fc
    .record({
      path: pathOf(template, parameters, values),
      query: fc.tuple(...parameters.filter((one) => one.in === 'query').map((one) => maybe(one, values))),
      headers: fc.tuple(...parameters.filter((one) => one.in === 'header').map((one) => maybe(one, values))),
      body: body === undefined ? fc.constant(undefined) : nearly(values.of(body)),
      more: fc.oneof({ weight: 30, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('more=1') }),
    })
    .map(({ path, query, headers, body: sent, more }) => ({
      method: name.split(' ')[0] ?? '',
      path: `${path}${toQuery([...query.flatMap(toQueryPart), ...(more === '' ? [] : [more])])}`,
      headers: Object.fromEntries(headers.flatMap((one) => (one === undefined ? [] : [toHeader(one)]))),
      body: sent === undefined ? undefined : JSON.stringify(sent),
    }))
}

type Given = readonly [Parameter, unknown] | undefined

/** A parameter is left out mostly, or nothing would ever be found. */
function maybe(parameter: Parameter, values: SchemaValues): fc.Arbitrary<Given> {
  const schema = parameter.content?.['application/json']?.schema ?? parameter.schema
  const value = fc.oneof({ weight: 9, arbitrary: values.of(schema) }, { weight: 1, arbitrary: likelyValue })
  const given = value.map((one): Given => [parameter, one])
  return parameter.required
    ? given
    : fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: given })
}

function toQuery(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function toQueryPart(given: Given): string[] {
  if (!given) return []
  const [{ name, content }, value] = given
  const text = content ? JSON.stringify(value) : Array.isArray(value) ? value.map(toText).join() : toText(value)
  return [`${encodeURIComponent(name)}=${encodeURIComponent((text ?? '').toWellFormed())}`]
}

/** Only what Node lets into a header. */
function toHeader([{ name }, value]: NonNullable<Given>): [string, string] {
  return [name, toText(value).replaceAll(/[^\x20-\x7e]/g, '')]
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function pathOf(template: string, parameters: readonly Parameter[], values: SchemaValues): fc.Arbitrary<string> {
  const names = Array.from(template.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? '')
  const found = names.map((name) => parameters.find((one) => one.in === 'path' && one.name === name))
  return fc
    .tuple(
      ...found.map((one) =>
        fc.oneof({ weight: 20, arbitrary: values.of(one?.schema) }, { weight: 1, arbitrary: likelyValue }),
      ),
    )
    .map((chosen) =>
      names.reduce((path, name, index) => {
        return path.replace(`{${name}}`, encodeURIComponent(toText(chosen[index]).toWellFormed()))
      }, template),
    )
}

/** One value in four has something wrong somewhere. */
function nearly(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const spoilt = fc.tuple(valid, fc.array(fc.nat(20), { maxLength: 5 }), likelyValue, fc.nat(2)).map(spoil)
  return fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: spoilt })
}

/** Replaces, removes or adds one member, at a place that the steps lead to. */
function spoil([value, [step, ...steps], other, how]: readonly [unknown, readonly number[], unknown, number]): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return other
  if (Array.isArray(value)) {
    const at = step % (value.length + 1)
    return value.toSpliced(at, 1, spoil([value[at], steps, other, how]))
  }
  const entries = Object.entries(value)
  const [name, inside] = entries[step % (entries.length + 1)] ?? ['unknownMember', other]
  if (how === 0 && steps.length === 0) return Object.fromEntries(entries.filter(([one]) => one !== name))
  return { ...value, [name]: spoil([inside, steps, other, how]) }
}
