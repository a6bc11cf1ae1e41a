import type { Words } from '../i18n/Words.ts'
import { type Route, routes } from './Route.ts'

/** The screens that the palette leads to by themselves, with their names. */
export function paletteRoutes(words: Words): { readonly label: string; readonly route: Route }[] {
  return Object.values(routes).flatMap(({ palette, parse }) =>
    palette ? [{ label: palette(words), route: parse({ model: '', id: 0 }, new URLSearchParams()) }] : [],
  )
}
