import { posix } from 'node:path'
import type { FileLimits } from '../limits.ts'
import { UnreadableFile } from '../UnreadableFile.ts'
import type { Zip } from '../zip/openZip.ts'
import { type Attributes, parseWhole, type XmlHandler } from './parseXml.ts'
import { type DateKind, kindOfFormat } from './serialDates.ts'

/** A sheet of a workbook, in the order of its tabs. */
export interface SheetEntry {
  readonly name: string
  readonly hidden: boolean
  readonly part: string
}

/** What a workbook says about all its sheets. */
export interface Workbook {
  readonly sheets: readonly SheetEntry[]
  readonly dates1904: boolean
  readonly sharedStrings: string | undefined
  /** What each cell style shows of a number, by the index of the style. */
  readonly dateKinds: readonly (DateKind | undefined)[]
}

/** The parts that are read, wherever relations lead: no links, macros, objects or pictures. */
const known = /^xl\/(?:[\w-]+|worksheets\/[\w -]+)\.xml$/i

/** Reads the parts that say which sheets there are and what their styles mean. */
export async function readWorkbook(zip: Zip, limits: FileLimits): Promise<Workbook> {
  const read = (part: string, handler: XmlHandler) =>
    parseWhole(zip.read(part, limits.smallPart), part, handler, limits)
  const main = (await readRelations(zip, '', read)).find(({ type }) => type === 'officeDocument')?.target
  if (main === undefined || !zip.has(main)) throw new UnreadableFile('The file is no workbook: it has no sheets')
  const relations = await readRelations(zip, main, read)
  const partOf = (type: string) => relations.find((one) => one.type === type && zip.has(one.target))?.target
  const styles = partOf('styles')
  const dateKinds = styles === undefined ? [] : await readDateKinds(styles, read)
  const { sheets, dates1904 } = await readSheets(main, relations, read)
  return {
    sheets: sheets.filter(({ part }) => zip.has(part)),
    dates1904,
    sharedStrings: partOf('sharedStrings'),
    dateKinds,
  }
}

type ReadPart = (part: string, handler: XmlHandler) => Promise<void>

interface Relation {
  readonly id: string
  /** The end of its type: that of the standard is the same in both editions. */
  readonly type: string
  readonly target: string
}

/** The relations of a part to known parts of the file. Others lead out of it, and are left out. */
async function readRelations(zip: Zip, source: string, read: ReadPart): Promise<readonly Relation[]> {
  const folder = posix.dirname(source)
  const part = posix.join(folder, '_rels', `${posix.basename(source)}.rels`)
  if (!zip.has(part)) throw new UnreadableFile('The file is no workbook: it does not say where its sheets are')
  const relations: Relation[] = []
  await read(part, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return
      const target = Target.startsWith('/') ? posix.normalize(Target).slice(1) : posix.join(folder, Target)
      if (known.test(target)) relations.push({ id: Id, type: posix.basename(Type), target })
    },
  })
  return relations
}

async function readSheets(
  main: string,
  relations: readonly Relation[],
  read: ReadPart,
): Promise<Pick<Workbook, 'sheets' | 'dates1904'>> {
  const sheets: SheetEntry[] = []
  let dates1904 = false
  await read(main, {
    open: (name, attributes) => {
      if (name === 'workbookPr') dates1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const found = relations.find(({ id, type }) => type === 'worksheet' && id === relationOf(attributes))
      if (!found) return
      const { name: label = '', state = 'visible' } = attributes
      sheets.push({ name: label, hidden: state !== 'visible', part: found.target })
    },
  })
  return { sheets, dates1904 }
}

/** The attribute `r:id`, whatever its prefix is. */
function relationOf(attributes: Attributes): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
}

async function readDateKinds(part: string, read: ReadPart): Promise<readonly (DateKind | undefined)[]> {
  const codes = new Map<number, string>()
  const formats: number[] = []
  let isCellStyle = false
  await read(part, {
    open: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '')
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) formats.push(id)
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return formats.map((id) => kindOfFormat(id, codes.get(id)))
}
