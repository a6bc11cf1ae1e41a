import { type FieldMeta, isComputed, type Json, type ModelMeta } from './ModelMeta.ts'

/** The commands that somebody pastes first: for a new model, a record and a user. */
export function firstCommands(model: ModelMeta | undefined, origin: string) {
  const name = model?.name ?? 'com.example.Model'
  const body = JSON.stringify({
    data: Object.fromEntries(requiredOf(model).map((field) => [field.name, sampleOf(field)])),
  })
  return {
    model: 'npx tabularium migrate plan && npx tabularium migrate apply',
    record: [
      `curl -sS -X PUT ${origin}/ws/rest/${name}`,
      `-H "Authorization: Bearer $TABULARIUM_KEY" -H 'Content-Type: application/json'`,
      `-d '${body.replaceAll("'", "'\\''")}'`,
    ].join(' \\\n  '),
    user: 'npx tabularium user add sam --role reader',
  }
}

function requiredOf(model: ModelMeta | undefined): readonly FieldMeta[] {
  const fields = (model?.fields ?? []).filter((field) => !isComputed(field) && field.type !== 'collection')
  const required = fields.filter((field) => field.required && field.default === undefined)
  return required.length > 0 ? required : fields.slice(0, 1)
}

/** A value that a field of this type can take. */
function sampleOf({ type, values, format, label }: FieldMeta): Json {
  switch (type) {
    case 'integer':
      return 1
    case 'decimal':
      return '1.00'
    case 'boolean':
      return true
    case 'date':
      return '2026-01-31'
    case 'dateTime':
      return '2026-01-31T12:00:00Z'
    case 'choice':
      return values?.[0] ?? ''
    case 'choices':
      return values?.slice(0, 1) ?? []
    case 'reference':
      return { id: 1 }
    case 'links':
      return []
    default:
      return format === 'email' ? 'ada@example.com' : format === 'url' ? 'https://example.com' : label
  }
}
