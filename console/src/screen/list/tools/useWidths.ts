import { useState } from 'react'
import { useShell } from '../../../shell/Shell.tsx'

/** Widths of columns in pixels, by their names. */
export type Widths = Readonly<Record<string, number>>

/** The widths that somebody gave the columns of a model in this browser. */
export function useWidths(model: string) {
  const { storage } = useShell()
  const name = `tabularium.widths.${model}`
  const [widths, setWidths] = useState<Widths>(() => readWidths(storage.getItem(name)))
  const change = (next: Widths) => {
    setWidths(next)
    if (Object.keys(next).length === 0) storage.removeItem(name)
    else storage.setItem(name, JSON.stringify(next))
  }
  return [widths, change] as const
}

/** Whatever is stored, only numbers are taken. */
function readWidths(text: string | null): Widths {
  try {
    const stored = JSON.parse(text ?? '{}') as unknown
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {})
    return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return {}
  }
}
