import { inParts, named, windowOf } from '../../bulk/rounds.ts'
import { sizeOf, type Target } from '../../bulk/Target.ts'
import { toTsv } from '../../bulk/toTsv.ts'
import type { Column } from '../../meta/columns.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { useTask } from '../../query/bulkQueries.ts'
import type { Service } from '../../service/Service.ts'
import { copyText } from '../../shell/copyText.ts'
import { useShell } from '../../shell/Shell.tsx'

/** How many records are asked for at once, and how many a clipboard gets at most. */
const part = 500
const most = 10_000

/** Copies records as text for spreadsheets, with the columns of the list. They are read again, as they are now. */
export function useCopy(model: ModelMeta, columns: readonly Column[], target: Target) {
  const { service, words, notify } = useShell()
  return useTask(async () => {
    const records = await take(service, model, columns, target)
    const isCopied = await copyText(toTsv(columns, records))
    notify({ text: isCopied ? words.bulk.copied(records.length, sizeOf(target), model) : words.failure.notCopied })
  })
}

async function take(service: Service, model: ModelMeta, columns: readonly Column[], target: Target) {
  const fields = columns.map(({ path }) => path)
  const found: RecordJson[] = []
  if (target.is === 'named') {
    for (const records of inParts(target.records.slice(0, most), part))
      found.push(...(await service.take(model.name, { data: named(records), fields, limit: part })))
    return found
  }
  const words = target.q === '' ? {} : { q: target.q }
  for (let behind = 0; found.length < most; ) {
    const request = { data: windowOf(target.where, behind, undefined), ...words, fields, limit: part }
    const records = await service.take(model.name, request)
    found.push(...records)
    behind = records.at(-1)?.id ?? 0
    if (records.length < part) break
  }
  return found
}
