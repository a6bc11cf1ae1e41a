import { useEffect, useMemo } from 'react'
import { createFormats } from '../field/createFormats.ts'
import type { Formats } from '../field/FieldKind.ts'
import { findLanguage } from '../i18n/languages.ts'
import type { Me } from '../service/Me.ts'
import type { Shell } from './Shell.tsx'

/**
 * The shell with the language and the time zone of the account; those of the browser where the account has none. Who
 * looks as another user keeps those of the browser.
 */
export function useOwnShell(shell: Shell, me: Me | undefined): Shell {
  const { formats, language, setLanguage } = shell
  const own = me?.seenBy ? undefined : me
  const ofAccount = findLanguage(own?.language ?? null)
  useEffect(() => {
    // A failed load leaves the language that is there.
    if (ofAccount !== null && ofAccount !== language) setLanguage(ofAccount).catch(() => undefined)
    // Another choice in this browser is known to the account a moment later.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ofAccount])
  const timeZone = own?.timeZone ?? formats.timeZone
  return useMemo(() => ({ ...shell, formats: inZone(formats, timeZone) }), [shell, formats, timeZone])
}

/** The formats in another zone, unless the browser does not know it. */
function inZone(formats: Formats, timeZone: string): Formats {
  if (timeZone === formats.timeZone) return formats
  try {
    return createFormats(formats.words, formats.language, timeZone)
  } catch {
    return formats
  }
}
