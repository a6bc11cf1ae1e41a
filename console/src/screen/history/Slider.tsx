import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isShortcut } from '../../grid/isShortcut.ts'
import { readingKey } from '../../grid/readingKey.ts'
import type { Tick } from '../../history/recordAt.ts'
import { useShell } from '../../shell/Shell.tsx'

const shapes = { create: '◆', update: '', delete: '✕', restore: '↺' } as const
const far = 10

/**
 * Versions from the oldest to the newest, one of them chosen. A tick is as high as many fields changed. It has the
 * focus from the beginning, so that the arrow keys go through the versions at once, and shows it with the first key.
 */
export function Slider({
  ticks,
  at,
  onAt,
}: {
  readonly ticks: readonly Tick[]
  readonly at: number
  readonly onAt: (version: number) => void
}) {
  const { words } = useShell()
  const slider = useRef<HTMLDivElement>(null)
  const [isKeyed, setKeyed] = useState(false)
  useEffect(() => slider.current?.focus({ preventScroll: true }), [])
  const index = Math.max(
    0,
    ticks.findIndex(({ version }) => version === at),
  )
  const step = (to: number) => onAt(ticks[Math.max(0, Math.min(to, ticks.length - 1))]?.version ?? at)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isShortcut(event)) return
    const to = targetOf(readingKey(event.key, event.currentTarget.matches(':dir(rtl)')), index, ticks.length)
    if (to === undefined) return
    event.preventDefault()
    step(to)
  }
  return (
    <div
      ref={slider}
      className="slider"
      role="slider"
      tabIndex={0}
      aria-label={words.history.slider}
      aria-valuemin={ticks[0]?.version ?? 0}
      aria-valuemax={ticks.at(-1)?.version ?? 0}
      aria-valuenow={at}
      aria-valuetext={words.history.version(at)}
      data-keyed={isKeyed || undefined}
      onKeyDown={onKeyDown}
      onKeyUp={() => setKeyed(true)}
      onBlur={() => setKeyed(false)}
    >
      {ticks.map(({ version, operation, height }) => (
        // The ticks are the pointer's way; keys go by the slider itself.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
        <span
          key={version}
          className="slider-tick"
          data-at={version === at || undefined}
          title={words.history.version(version)}
          onClick={() => onAt(version)}
        >
          <span className="slider-shape">{shapes[operation]}</span>
          <svg width="6" height="32" aria-hidden="true">
            <rect x="1" y={32 - 32 * height} width="4" height={32 * height} rx="1" />
          </svg>
        </span>
      ))}
    </div>
  )
}

function targetOf(key: string, index: number, length: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - far,
    PageUp: index + far,
    Home: 0,
    End: length - 1,
  }
  return targets[key]
}
