import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/**
 * Tells all parts the language and region: the order of dates, the way of arrow keys, what they say themselves. Days
 * are those of the Gregorian calendar everywhere, the only one that the build has.
 */
export function LocaleProvider({ locale, children }: { readonly locale: string; readonly children: ReactNode }) {
  return <I18nProvider locale={new Intl.Locale(locale, { calendar: 'gregory' }).toString()}>{children}</I18nProvider>
}
