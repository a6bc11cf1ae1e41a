import { type ReactNode, Suspense, useState } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import type { IconName } from './Icon.tsx'
import { lazily } from './lazily.ts'
import { useOpener } from './useOpener.ts'

/** One line of a menu: what it does, or where it leads. */
export interface MenuLine {
  readonly id: string
  readonly label: string
  readonly icon?: IconName
  /** The key that does the same, or another word at the end. */
  readonly hint?: string
  readonly href?: string
  readonly onAction?: () => void
  readonly isDangerous?: boolean
  /** Whether it is told, and can't be chosen now. */
  readonly isDisabled?: boolean
  /** Whether a line is above it. */
  readonly isApart?: boolean
}

/** Where a menu stands, if there is room. */
export type Placement = 'bottom end' | 'bottom start' | 'top start'

const MenuOverlay = lazily(() => import('./MenuOverlay.tsx').then((module) => module.MenuOverlay))

/** A menu beside its button. Escape closes it, and focus returns to the button. */
export function Menu({
  trigger,
  label,
  lines,
  placement = 'bottom end',
  onOpenChange,
}: {
  readonly trigger: ReactNode
  readonly label: string
  readonly lines: readonly MenuLine[]
  readonly placement?: Placement
  /** For lines that are made only while somebody looks at them. */
  readonly onOpenChange?: (isOpen: boolean) => void
}) {
  const [isOpen, setShown] = useState(false)
  const setOpen = (open: boolean) => {
    setShown(open)
    onOpenChange?.(open)
  }
  const { id, button, opener, wasOpen } = useOpener('menu', isOpen, setOpen)
  return (
    <>
      <ButtonContext value={opener}>{trigger}</ButtonContext>
      {wasOpen ? (
        <Suspense>
          <MenuOverlay {...{ id, button, label, lines, placement, isOpen }} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  )
}
