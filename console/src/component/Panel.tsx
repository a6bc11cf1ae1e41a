import { type ReactNode, Suspense } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import { hasArrived, useTypedAhead } from '../shell/useTypedAhead.ts'
import { lazily } from './lazily.ts'
import { Loading } from './Loading.tsx'
import { useOpener } from './useOpener.ts'

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
  const { id, button, opener, wasOpen } = useOpener('dialog', isOpen, onOpenChange)
  useTypedAhead(isOpen ? id : undefined, () => hasArrived(document.getElementById(id)))
  return (
    <>
      <ButtonContext value={opener}>{trigger}</ButtonContext>
      {wasOpen ? (
        <Suspense>
          <PanelOverlay id={id} button={button} title={title} isOpen={isOpen} onOpenChange={onOpenChange}>
            <Suspense fallback={<Loading />}>{children}</Suspense>
          </PanelOverlay>
        </Suspense>
      ) : null}
    </>
  )
}
