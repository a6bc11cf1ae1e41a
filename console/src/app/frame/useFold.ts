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
