import { root } from './toUrl.ts'

/** What is read of a link, and of the page that it stands on. */
type Link = Pick<URL, 'origin' | 'pathname' | 'search' | 'hash'>

/** Where a link leads inside of the console: to another address, or to an element of the same page. */
export type LinkTarget = { readonly address: string } | { readonly element: string }

/** Where a link leads; undefined if that is outside of the console. */
export function readLink({ origin, pathname, search, hash }: Link, page: Omit<Link, 'hash'>): LinkTarget | undefined {
  if (origin !== page.origin) return undefined
  if (pathname !== root && !pathname.startsWith(`${root}/`)) return undefined
  const isSamePage = pathname === page.pathname && search === page.search
  return isSamePage && hash !== '' ? { element: hash.slice(1) } : { address: pathname + search }
}
