import { useCallback, useEffect, useState } from 'react'
import { joinAddress, splitAddress } from '../route/longAddress.ts'
import type { Route } from '../route/Route.ts'
import { type LinkTarget, readLink } from '../route/readLink.ts'
import { parseUrl } from '../route/parseUrl.ts'
import { readAs, withAs } from '../route/seeAs.ts'
import { toUrl } from '../route/toUrl.ts'

/** The route of the address, and the ways to other routes. */
export interface Located {
  readonly route: Route
  /** The user as whom the console is looked at; empty for oneself. */
  readonly as: string
  readonly go: (route: Route, how?: 'replace') => void
  /** Goes to a route as the user who is logged in. */
  readonly leave: (route: Route) => void
}

/**
 * The route of the address, and the way to another one. Links inside of the console lead there without a reload.
 * An administrator who looks as another user does so on every route, until they leave.
 */
export function useRoute(): Located {
  const [address, setAddress] = useState(currentAddress)
  useEffect(() => listen(setAddress), [])
  const go = useCallback((route: Route, how?: 'replace') => {
    const next = withAs(toUrl(route), readAs(currentAddress()))
    if (how === 'replace' || next !== currentAddress()) putAddress(next, how)
    setAddress(next)
  }, [])
  const leave = useCallback((route: Route) => {
    const next = toUrl(route)
    putAddress(next)
    setAddress(next)
  }, [])
  return { route: parseUrl(address), as: readAs(address), go, leave }
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
