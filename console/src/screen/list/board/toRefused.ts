import { type BoardColumn, keyOf, toColumn } from '../../../board/BoardColumn.ts'
import type { ConflictData } from '../../../draft/readConflict.ts'
import { agoOf } from '../../../field/agoOf.ts'
import { faultWords } from '../../../field/faultWords.ts'
import { asText } from '../../../field/kinds.ts'
import { titleOfLink } from '../../../field/titleOfLink.ts'
import type { Formats } from '../../../field/FieldKind.ts'
import type { Json, ModelMeta, RecordJson } from '../../../meta/ModelMeta.ts'
import type { FieldMeta } from '../../../meta/ModelMeta.ts'
import { isFailure, isRefused } from '../../../service/isFailure.ts'
import { failureWords } from '../../../shell/failureWords.ts'

/** A card that went back: where it was to go, and why it could not. */
export interface Refused {
  /** The record as it is now, as far as that is known. */
  readonly record: RecordJson
  readonly column: BoardColumn
  readonly text: string
  /** Whether somebody else has moved it meanwhile. */
  readonly isMoved: boolean
  /** The field that has to be mended before, if that is the reason. */
  readonly field: string | undefined
}

/** Why a card went back, in words. */
export function toRefused(
  error: unknown,
  record: RecordJson,
  column: BoardColumn,
  { model, field, formats }: { readonly model: ModelMeta; readonly field: FieldMeta; readonly formats: Formats },
): Refused {
  const { words } = formats
  const plain = { record, column, isMoved: false, field: undefined }
  const { current, conflicts = [] } = isFailure(error, 'version-conflict')
    ? (error.data as unknown as ConflictData)
    : {}
  if (current) {
    const now = { ...record, ...current }
    const clash = conflicts.find((each) => each.field === field.name)
    const on = clash?.on ?? asText(now.updatedOn)
    const who = titleOfLink((clash?.by ?? now.updatedBy) as Json) || words.value.somebody
    const to = toColumn(now[field.name] ?? null, field, words)
    const ago = agoOf(on, Date.now(), formats.language) ?? formats.dateTime(on)
    if (to.key !== keyOf(record[field.name]))
      return { ...plain, record: now, text: words.board.movedBy(who, to.label, ago), isMoved: true }
  }
  const [[name, fault] = []] = isRefused(error) ? Object.entries(error.errors ?? {}) : []
  if (name === undefined || fault === undefined) return { ...plain, text: failureWords(error, words) }
  const wrong = model.fields.find((each) => each.name === name)
  const text = words.board.fault(wrong?.label ?? name, faultWords(fault, wrong, model, words))
  return { ...plain, text, field: wrong && wrong !== field ? name : undefined }
}
