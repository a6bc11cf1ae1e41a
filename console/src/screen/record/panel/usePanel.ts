import { useState, useSyncExternalStore } from 'react'
import { useShell } from '../../../shell/Shell.tsx'

const stored = 'tabularium.panelFolded'
const query = '(width >= 1280px)'

/** Whether the panel of a record is there: where there is room, unless this browser has folded it; else when asked. */
export function usePanel() {
  const { storage } = useShell()
  const isWide = useSyncExternalStore(listen, () => matchMedia(query).matches)
  const [isFolded, setFolded] = useState(() => storage.getItem(stored) !== null)
  const [isAskedFor, setAskedFor] = useState(false)
  const isOpen = isWide ? !isFolded : isAskedFor
  const setOpen = (open: boolean) => {
    if (!isWide) return setAskedFor(open)
    if (open) storage.removeItem(stored)
    else storage.setItem(stored, 'yes')
    setFolded(!open)
  }
  return { isOpen, setOpen }
}

function listen(onChange: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
