import type { Model } from '../../src/model/Model.ts'
import type { RecordJson } from './client.ts'
import { evaluateFormula } from './evaluateFormula.ts'

/** A record with its computed fields, computed from the others. */
export function withComputed(record: RecordJson, model: Model): RecordJson {
  const { fields } = model
  const made = fields.flatMap((field) => {
    if (field.type === 'computed') return [[field.name, fill(field.template, record)]]
    return field.type === 'formula' ? [[field.name, evaluateFormula(field, record, model)]] : []
  })
  return { ...record, ...Object.fromEntries(made) }
}

/** A part in square brackets is left out if a field in it has no value. */
function fill(template: string, record: RecordJson): string {
  const segments = template.match(/\[[^\]]*\]|[^[]+/g) ?? []
  return segments.map((segment) => fillSegment(segment, record)).join('')
}

function fillSegment(segment: string, record: RecordJson): string {
  const isOptional = segment.startsWith('[')
  const inside = isOptional ? segment.slice(1, -1) : segment
  const names = Array.from(inside.matchAll(/\{([^{}]*)\}/g), ([, name]) => name ?? '')
  if (isOptional && names.some((name) => (record[name] ?? null) === null)) return ''
  return inside.replace(/\{([^{}]*)\}/g, (_, name: string) => String(record[name] ?? ''))
}
