import type { FigureValue } from '../../../chart/groupHeads.ts'
import { useShell } from '../../../shell/Shell.tsx'

/** A figure, or that it is not known and why. */
export function FigureText({ value }: { readonly value: FigureValue | undefined }) {
  const { words } = useShell()
  switch (value?.is) {
    case 'known':
      return <span className="figure">{value.text}</span>
    case 'awaited':
      return (
        <span className="dim" title={words.grid.awaited}>
          …
        </span>
      )
    case 'unknown':
      return (
        <span className="dim" title={value.why}>
          {words.grid.notKnown}
          <span className="visually-hidden">: {value.why}</span>
        </span>
      )
    default:
      return null
  }
}
