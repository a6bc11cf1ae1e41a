import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')

export function page(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The rows of the table below a heading, or of the first table of the page, without the mark-up of code. */
export function tableIn(path: string, heading?: string): string[][] {
  const text = page(path)
  const from = heading === undefined ? 0 : text.indexOf(`\n## ${heading}\n`)
  if (from < 0) throw new Error(`${path} has no section "${heading}".`)
  const [table = ''] = /(?:^\|.*\|\n)+/m.exec(text.slice(from)) ?? []
  const [, , ...rows] = table.trim().split('\n')
  return rows.map(toCells)
}

export function toCells(row: string): string[] {
  return row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().replaceAll('`', ''))
}

/** Some columns of a table. */
export function columns(rows: readonly (readonly string[])[], ...indexes: readonly number[]): string[][] {
  return rows.map((row) => indexes.map((index) => row[index] ?? ''))
}

export const isPassedOver = (name: string) => name === 'node_modules' || name === 'dist' || name.startsWith('.')
export const pages = globSync('**/*.md', { cwd: root, exclude: isPassedOver })

/** The prose of a page: code contains no links. */
function proseOf(path: string): string {
  return page(path)
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, (code) => (code.includes('](') ? '' : code))
}

/** The relative links of a page. */
export function linksOf(path: string): string[] {
  const links = Array.from(proseOf(path).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link ?? '')
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

/** The anchors of a page, made from its headings as GitHub makes them. */
export function anchorsOf(path: string): string[] {
  const headings = Array.from(proseOf(path).matchAll(/^#+ (.+)$/gm), ([, heading]) => heading ?? '')
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

export function isBroken(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : relative(root, resolve(root, dirname(path), file))
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && !anchorsOf(target).includes(anchor)
}

export function targetsOf(path: string): string[] {
  return linksOf(path).map((link) => relative(root, resolve(root, dirname(path), link.split('#')[0] ?? '')))
}

/** The numbers in a text. */
export function figuresIn(text: string): number[] {
  return Array.from(text.matchAll(/\d+(?:,\d{3})*/g), ([digits]) => Number(digits.replaceAll(',', '')))
}
