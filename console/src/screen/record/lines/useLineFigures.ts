import { useMemo } from 'react'
import { toSend } from '../../../draft/Draft.ts'
import { isUntouchedLines, lineEditsOf, membersOf, sentLines } from '../../../draft/lines.ts'
import { matchLines } from '../../../draft/rebaseLines.ts'
import { type FieldMeta, isComputed, type Json, type ModelMeta, type RecordJson } from '../../../meta/ModelMeta.ts'
import { isBelowLines } from '../../../meta/sections.ts'
import { useWouldBe } from '../../../query/recordQueries.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { RecordFieldsProps } from '../RecordFields.tsx'
import type { LinesField } from '../../../meta/lines.ts'

/** A sum below the column that it is of. */
export interface LineSum {
  readonly field: FieldMeta
  readonly column: string
}

/** The figures of lines: what the service computes of each of them, and the sums below them. */
export interface LineFigures {
  readonly ofLine: (key: string) => Readonly<Record<string, Json>> | undefined
  readonly sums: readonly (LineSum & { readonly value: Json | undefined })[]
  /** Whether the sums are saved, would be so after a save, or are being asked for. */
  readonly state: 'saved' | 'wouldBe' | 'counting' | 'asSaved'
}

/** The sums of a model that stand below the columns of its lines. */
export function sumsOf(model: ModelMeta, { name, lines }: FieldMeta): LineSum[] {
  return model.fields.flatMap((field) => {
    const column = lines?.columns.find((each) => field.of === `${name}.${each.name}`)
    return column && isBelowLines(field, model) ? [{ field, column: column.name }] : []
  })
}

/**
 * What the service would compute of the lines as they are typed. Nothing is computed here. While something is at fault,
 * the figures are the saved ones.
 */
export function useLineFigures(field: LinesField, { model, id, state: { draft } }: RecordFieldsProps): LineFigures {
  const { service, words } = useShell()
  const sums = useMemo(() => sumsOf(model, field), [model, field])
  const { data, faults } = toSend(draft, model, words)
  const isTouched = !isUntouchedLines(lineEditsOf(draft, field))
  const computed = model.fields.filter((each) => each.type === 'rollup' || each.type === 'formula')
  const fields = [...computed.map(({ name }) => name), ...field.lines.paths.map((path) => `${field.name}.${path}`)]
  const isAsked = isTouched && Object.keys(faults).length === 0
  const asked = useWouldBe(service, { model: model.name, id, data, fields }, isAsked)
  const isNow = isAsked && asked.isSuccess && !asked.isPlaceholderData
  const answer = isAsked && asked.isSuccess ? asked.data : undefined
  const lines = useMemo(
    () => (isNow && answer ? linesOf(answer, field, draft) : undefined),
    [isNow, answer, field, draft],
  )
  const record: Partial<RecordJson> = answer ?? draft.base ?? {}
  const failed = isTouched && (!isAsked || asked.isError)
  return {
    ofLine: (key) => lines?.get(key),
    sums: sums.map((sum) => ({ ...sum, value: record[sum.field.name] })),
    state: !isTouched ? 'saved' : failed ? 'asSaved' : isNow ? 'wouldBe' : 'counting',
  }
}

/** What an answer says of each line, by key. New lines have ids in it that nobody else knows. */
function linesOf(answer: RecordJson, field: LinesField, draft: Parameters<typeof sentLines>[0]) {
  const members = membersOf(answer, field)
  const known = new Set(membersOf(draft.base, field).map(({ id }) => id))
  const added = matchLines(
    sentLines(draft, field).filter(({ base }) => base === undefined),
    members.filter(({ id }) => !known.has(id)),
    field,
  )
  const figures = (line: RecordJson) =>
    Object.fromEntries(field.lines.columns.filter(isComputed).map(({ name }) => [name, line[name] ?? null]))
  return new Map([
    ...members.map((line) => [String(line.id), figures(line)] as const),
    ...[...added].map(([key, line]) => [key, figures(line)] as const),
  ])
}
