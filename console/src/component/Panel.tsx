import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import { lazily } from './lazily.ts'

/** Loads what stands over the page. A list is there sooner without it. */
export const loadPanelOverlay = () => import('./PanelOverlay.tsx').then((module) => module.PanelOverlay)

const PanelOverlay = lazily(loadPanelOverlay)

/** A small dialog beside the button that opens it. Escape closes it, and focus returns to the button. */
export function Panel({
  trigger,
  title,
  isOpen,
  onOpenChange,
  children,
}: {
  readonly trigger: ReactNode
  readonly title: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly children: ReactNode
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const opener = {
    ref: button,
    onPress: () => onOpenChange(!isOpen),
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    ...(isOpen ? { 'aria-controls': id } : {}),
  } as const
  return (
    <>
      <ButtonContext value={opener}>{trigger}</ButtonContext>
      {wasOpen ? (
        <Suspense>
          <PanelOverlay id={id} button={button} title={title} isOpen={isOpen} onOpenChange={onOpenChange}>
            {children}
          </PanelOverlay>
        </Suspense>
      ) : null}
    </>
  )
}
