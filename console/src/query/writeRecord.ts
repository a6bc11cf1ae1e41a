import type { Json, RecordJson } from '../meta/ModelMeta.ts'
import type { Service } from '../service/Service.ts'

/** A write of a record: a create without an id, a delete without values. */
export interface RecordWrite {
  readonly id?: number
  readonly version?: number
  readonly data?: Readonly<Record<string, Json>>
  readonly key: string
}

/** Writes a record, and returns it as it is then; undefined if it was deleted. */
export async function writeRecord(
  service: Service,
  model: string,
  { id, version = 0, data, key }: RecordWrite,
): Promise<RecordJson | undefined> {
  if (id === undefined) return (await service.create(model, data ?? {}, { key })).record
  if (data) return (await service.update(model, id, { ...data, version }, { key })).record
  await service.remove(model, id, version, { key })
  return undefined
}
