import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Manager } from './world.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The part of the page "A project of your own" under a heading. */
function readPart(heading: string): string {
  const text = readFileSync(resolve(root, 'docs/how-to/models/project-of-your-own.md'), 'utf8')
  const part = text.split('\n## ').find((one) => one.startsWith(`${heading}\n`))
  if (part === undefined) throw new Error(`The page has no heading ${heading}.`)
  return part
}

/** The commands under a heading of the page, to the letter; for pnpm as the page says. */
export function commandsUnder(heading: string, manager: Manager): string[] {
  const [, block] = /```sh\n([\s\S]*?)```/.exec(readPart(heading)) ?? []
  if (block === undefined) throw new Error(`There are no commands under ${heading}.`)
  return block
    .trim()
    .split('\n')
    .map((line) => (manager === 'npm' ? line : toPnpm(line)))
}

/** The files under a heading of the page: each is named in the line before its text. */
export function filesUnder(heading: string): { path: string; text: string }[] {
  const found = readPart(heading).matchAll(/^`([^`]+)`\n\n```ts\n([\s\S]*?)```/gm)
  return Array.from(found, ([, path = '', text = '']) => ({ path, text }))
}

function toPnpm(line: string): string {
  return line
    .replace(/\bnpx --yes /, 'pnpm dlx ')
    .replace(/\bnpx /, 'pnpm exec ')
    .replace(/\bnpm /, 'pnpm ')
}
