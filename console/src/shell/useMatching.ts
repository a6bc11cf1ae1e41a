import { criteriaOfTexts, keysOf } from '../field/matchLink.ts'
import { type Match, matchText, partsOfLinks } from '../field/matchText.ts'
import type { FieldMeta, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { Service } from '../service/Service.ts'
import { useSession, useShell } from './Shell.tsx'

/** A text that was copied elsewhere, and the field that is to get it. */
export interface CopiedCell {
  readonly text: string
  readonly field: FieldMeta
}

/** How many texts are looked up at once, and how many records may have them. */
const part = 200
const most = 1_000

/** Says what copied texts mean in their fields. Records are looked up first, all of a model together. */
export function useMatching(): (cells: readonly CopiedCell[]) => Promise<readonly Match[]> {
  const { service, formats } = useShell()
  const { find } = useSession()
  return async (cells) => {
    const known = new Map<string, { target: ModelMeta; records: readonly RecordJson[] }>()
    for (const [name, texts] of textsOf(cells)) {
      const target = find(name)
      if (target) known.set(name, { target, records: await lookUp(service, target, texts) })
    }
    return cells.map(({ text, field }) => matchText(text, field, formats, (name) => known.get(name)))
  }
}

/** The texts that mean records, by the model of the records. */
function textsOf(cells: readonly CopiedCell[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const { text, field } of cells) {
    if (field.type !== 'reference' && field.type !== 'links') continue
    const parts = field.type === 'links' ? partsOfLinks(text) : [text.trim()]
    const texts = found.get(field.target ?? '') ?? new Set()
    for (const each of parts) if (each !== '') texts.add(each)
    found.set(field.target ?? '', texts)
  }
  return new Map([...found].map(([name, texts]) => [name, [...texts]]))
}

async function lookUp(service: Service, target: ModelMeta, texts: readonly string[]): Promise<RecordJson[]> {
  const fields = [...new Set([...keysOf(target).map(({ name }) => name), target.title, ...(target.pick ?? [])])]
  const found: RecordJson[] = []
  for (let at = 0; at < texts.length; at += part) {
    const data = criteriaOfTexts(target, texts.slice(at, at + part))
    if (data !== undefined) found.push(...(await service.take(target.name, { data, fields, limit: most })))
  }
  return found
}
