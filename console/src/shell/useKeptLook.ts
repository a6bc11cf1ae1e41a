import { useState } from 'react'
import { useShell } from './Shell.tsx'

/**
 * A choice of how the console looks, kept in this browser and set at the root element, where styles find it; the first
 * of the choices needs neither. `theme.js` applies it before the next first paint.
 */
export function useKeptLook<Look extends string>(name: 'theme' | 'density', looks: readonly [Look, ...Look[]]) {
  const { storage } = useShell()
  const stored = `tabularium.${name}`
  const [look, setLook] = useState<Look>(() => looks.find((each) => each === storage.getItem(stored)) ?? looks[0])
  const change = (next: Look) => {
    if (next === looks[0]) {
      storage.removeItem(stored)
      delete document.documentElement.dataset[name]
    } else {
      storage.setItem(stored, next)
      document.documentElement.dataset[name] = next
    }
    setLook(next)
  }
  return [look, change] as const
}
