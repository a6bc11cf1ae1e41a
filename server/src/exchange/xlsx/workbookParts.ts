import { escapeMarkup } from './escapedText.ts'
import type { Sheet } from './Sheet.ts'
import type { Styles } from './Styles.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const schemas = 'http://schemas.openxmlformats.org'
const main = `${schemas}/spreadsheetml/2006/main`
const office = `${schemas}/officeDocument/2006/relationships`
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The part of a sheet, by its place. */
export function sheetPart(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`
}

/** The parts of a workbook besides its sheets, by name. */
export function workbookParts(sheets: readonly Sheet[], styles: Styles): Readonly<Record<string, string>> {
  const parts = {
    '[Content_Types].xml': contentTypes(sheets),
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, index) => ['worksheet', `/${sheetPart(index)}`] as const),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': styles.toXml(),
  }
  return Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, head + xml]))
}

function contentTypes(sheets: readonly Sheet[]): string {
  const overrides = [
    ['xl/workbook.xml', 'sheet.main'],
    ['xl/styles.xml', 'styles'],
    ...sheets.map((_, index) => [sheetPart(index), 'worksheet']),
  ].map(([part, type]) => `<Override PartName="/${part}" ContentType="${contentType}.${type}+xml"/>`)
  const relations = 'application/vnd.openxmlformats-package.relationships+xml'
  return (
    `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="${relations}"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  )
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], index) => `<Relationship Id="r${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${schemas}/package/2006/relationships">${all.join('')}</Relationships>`
}

function workbook(sheets: readonly Sheet[]): string {
  const names: string[] = []
  for (const { name } of sheets) names.push(sheetName(name, names))
  const all = names.map((name, index) => {
    const state = sheets[index]?.hidden ? ' state="hidden"' : ''
    return `<sheet name="${escapeMarkup(name)}" sheetId="${index + 1}"${state} r:id="r${index + 1}"/>`
  })
  return `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${all.join('')}</sheets></workbook>`
}

// oxlint-disable-next-line no-control-regex
const forbidden = /[\0-\x1F[\]:*?/\\\uFFFE\uFFFF]|^'|'$/gu

/** The name of a sheet as Excel takes it: short, without the signs of references, and another than those before. */
function sheetName(wanted: string, taken: readonly string[]): string {
  const plain = wanted.replace(forbidden, ' ').trim().slice(0, 28).toWellFormed() || 'Sheet'
  const isTaken = (name: string) => taken.some((other) => other.toLowerCase() === name.toLowerCase())
  let name = plain
  for (let number = 2; isTaken(name); number++) name = `${plain.slice(0, 26).toWellFormed()} ${number}`
  return name
}
