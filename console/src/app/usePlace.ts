import { useCallback, useEffect, useState } from 'react'
import { joinAddress, splitAddress } from '../route/longAddress.ts'
import type { Place } from '../route/Place.ts'
import { type LinkTarget, readLink } from '../route/readLink.ts'
import { readPlace } from '../route/readPlace.ts'
import { readAs, withAs } from '../route/seeAs.ts'
import { writePlace } from '../route/writePlace.ts'

/** Where the address leads, and the ways to other places. */
export interface Located {
  readonly place: Place
  /** The user as whom the console is looked at; empty for oneself. */
  readonly as: string
  readonly go: (place: Place, how?: 'replace') => void
  /** Goes to a place as oneself. */
  readonly leave: (place: Place) => void
}

/**
 * The place of the address, and the way to another one. Links inside of the console lead there without a reload.
 * Whoever looks as another user does so on every place, until they leave.
 */
export function usePlace(): Located {
  const [address, setAddress] = useState(currentAddress)
  useEffect(() => listen(setAddress), [])
  const go = useCallback((place: Place, how?: 'replace') => {
    const next = withAs(writePlace(place), readAs(currentAddress()))
    if (how === 'replace' || next !== currentAddress()) putAddress(next, how)
    setAddress(next)
  }, [])
  const leave = useCallback((place: Place) => {
    const next = writePlace(place)
    putAddress(next)
    setAddress(next)
  }, [])
  return { place: readPlace(address), as: readAs(address), go, leave }
}

/** What the browser keeps with an address: criteria that it has no room for. */
interface Kept {
  readonly where?: string
}

function currentAddress(): string {
  const kept = history.state as Kept | null
  return joinAddress(location.pathname + location.search, kept?.where)
}

function putAddress(next: string, how?: 'replace'): void {
  const { address, where } = splitAddress(next)
  const kept: Kept | null = where === undefined ? null : { where }
  if (how === 'replace') history.replaceState(kept, '', address)
  else history.pushState(kept, '', address)
}

function listen(onChange: (address: string) => void): () => void {
  const onPop = () => onChange(currentAddress())
  const onClick = (event: MouseEvent) => {
    const clicked = plainClickOn(event)
    if (!clicked) return
    event.preventDefault()
    // By itself the browser would add an address without what is kept with this one.
    if ('element' in clicked) return document.getElementById(clicked.element)?.focus()
    const address = withAs(clicked.address, readAs(currentAddress()))
    if (address !== currentAddress()) putAddress(address)
    onChange(address)
  }
  addEventListener('popstate', onPop)
  document.addEventListener('click', onClick)
  return () => {
    removeEventListener('popstate', onPop)
    document.removeEventListener('click', onClick)
  }
}

/** Where a link of the console leads that was clicked without a modifier: other clicks are the browser's. */
function plainClickOn(event: MouseEvent): LinkTarget | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target !== '' || link.hasAttribute('download')) return undefined
  return readLink(link, location)
}
