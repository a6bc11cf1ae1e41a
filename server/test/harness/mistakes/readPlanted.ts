import { readFileSync } from 'node:fs'
import type { Change } from './writeDesk.ts'

/** A mistake of the desk, and the lines that `models check` answers. */
export interface Planted extends Change {
  readonly says: readonly string[]
}

/** Reads the mistakes of `planted.txt`, whose first lines say how it is written. */
export function readPlanted(): Planted[] {
  const [, ...places] = readFileSync(new URL('planted.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n\n')
  return places.flatMap((place) => {
    const [head = '', ...lines] = place.split('\n')
    const [file = '', right = ''] = head.split(/: (.*)/s)
    return lines.flatMap((line, index) => {
      if (line.startsWith('    ')) return []
      const rest = lines.slice(index + 1)
      const next = rest.findIndex((one) => !one.startsWith('    '))
      const says = (next < 0 ? rest : rest.slice(0, next)).map((one) => one.trim())
      return [{ file, right: toText(right), wrong: toText(line.slice(2)), says }]
    })
  })
}

function toText(written: string): string {
  return written === '(nothing)' ? '' : written.replaceAll('\\n', '\n')
}
