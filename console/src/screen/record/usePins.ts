import { useState } from 'react'
import type { Input } from '../../field/FieldKind.ts'
import { type FieldMeta, isComputed, type ModelMeta } from '../../meta/ModelMeta.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** The fields whose values go on to the next new record, and the way to change that. This browser remembers them. */
export interface Pins {
  readonly names: readonly string[]
  readonly toggle: (name: string) => void
}

/** The pinned fields of a model. Only their names are kept. */
export function usePins({ name: model }: ModelMeta): Pins {
  const { storage } = useShell()
  const { me } = useSession()
  const key = `tabularium.pins.${me.id}.${model}`
  const [names, setNames] = useState(() => (storage.getItem(key) ?? '').split(',').filter((name) => name !== ''))
  const toggle = (name: string) => {
    const next = names.includes(name) ? names.filter((each) => each !== name) : [...names, name]
    setNames(next)
    try {
      storage.setItem(key, next.join())
    } catch {
      // A full or forbidden storage remembers nothing.
    }
  }
  return { names, toggle }
}

/** Whether another record may have the same value. Lists and secrets belong to one. */
export function isPinnable(field: FieldMeta): boolean {
  return !isComputed(field) && !field.unique && !field.secret && field.type !== 'collection'
}

/** What the next new record begins with: what was typed into pinned fields. */
export function pinnedEdits(edits: Readonly<Record<string, Input>>, { names }: Pins): Readonly<Record<string, Input>> {
  return Object.fromEntries(Object.entries(edits).filter(([name]) => names.includes(name)))
}
