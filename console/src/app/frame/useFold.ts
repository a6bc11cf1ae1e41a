import { useState } from 'react'
import { useShell } from '../../shell/Shell.tsx'

const stored = 'tabularium.folded'

/** Whether the navigation is folded to its icons, and the way to change that. This browser remembers it. */
export function useFold() {
  const { storage } = useShell()
  const [isFolded, setFolded] = useState(() => storage.getItem(stored) !== null)
  const fold = () => {
    if (isFolded) storage.removeItem(stored)
    else storage.setItem(stored, 'yes')
    setFolded(!isFolded)
  }
  return { isFolded, fold }
}

const storedGroups = 'tabularium.foldedGroups'

/** The groups of the navigation that are not as at first, and the way to change one. This browser remembers them. */
export function useFoldedGroups() {
  const { storage } = useShell()
  const [changed, setChanged] = useState(() => storage.getItem(storedGroups)?.split('\n') ?? [])
  const toggle = (name: string) => {
    const next = changed.includes(name) ? changed.filter((one) => one !== name) : [...changed, name]
    if (next.length === 0) storage.removeItem(storedGroups)
    else storage.setItem(storedGroups, next.join('\n'))
    setChanged(next)
  }
  return { has: (name: string) => changed.includes(name), toggle }
}
