import { useCallback, useEffect, useState } from 'react'
import type { Place } from '../address/Place.ts'
import { readPlace } from '../address/readPlace.ts'
import { root, writePlace } from '../address/writePlace.ts'

/** The place of the address, and the way to another one. Links inside of the console lead there without a reload. */
export function usePlace(): [Place, (place: Place, how?: 'replace') => void] {
  const [address, setAddress] = useState(currentAddress)
  useEffect(() => listen(setAddress), [])
  const go = useCallback((place: Place, how?: 'replace') => {
    const next = writePlace(place)
    if (how === 'replace') history.replaceState(null, '', next)
    else if (next !== currentAddress()) history.pushState(null, '', next)
    setAddress(next)
  }, [])
  return [readPlace(address), go]
}

function currentAddress(): string {
  return location.pathname + location.search
}

function listen(onChange: (address: string) => void): () => void {
  const onPop = () => onChange(currentAddress())
  const onClick = (event: MouseEvent) => {
    const address = plainClickOn(event)
    if (address === undefined) return
    event.preventDefault()
    if (address !== currentAddress()) history.pushState(null, '', address)
    onChange(address)
  }
  addEventListener('popstate', onPop)
  document.addEventListener('click', onClick)
  return () => {
    removeEventListener('popstate', onPop)
    document.removeEventListener('click', onClick)
  }
}

/** The address of a link of the console that was clicked without a modifier: other clicks are the browser's. */
function plainClickOn(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target !== '' || link.origin !== location.origin || link.hasAttribute('download')) return undefined
  if (link.pathname !== root && !link.pathname.startsWith(`${root}/`)) return undefined
  return link.pathname + link.search
}
