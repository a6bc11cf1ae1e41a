import { Button } from '../../../component/Button.tsx'
import { Failed } from '../../../component/Failed.tsx'
import { cellProps } from '../../../grid/cellProps.ts'
import type { GridLine, LinePlace } from '../../../grid/GridProps.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'

/** What there is to say instead of rows or groups. */
type Note =
  | { readonly shown: number; readonly all: number }
  | { readonly isAwaited: boolean; readonly error?: Error | null; readonly again?: () => void }

/** A line that says what is missing: that it is awaited, why it is not there, or that there are more groups. */
export function drawNote(key: string, note: Note): GridLine {
  return {
    key,
    draw: (place) => (
      <Line place={place}>
        <NoteText note={note} />
      </Line>
    ),
    drawCard: () => (
      <li className="card-note">
        <NoteText note={note} />
      </li>
    ),
  }
}

/** The way to more records of a group. */
export function drawMore(key: string, many: number, model: ModelMeta, onMore: () => void): GridLine {
  return {
    key: `more ${key}`,
    draw: (place) => (
      <Line place={place} onPress={onMore}>
        <More many={many} onMore={onMore} />
      </Line>
    ),
    drawCard: () => (
      <li className="card-note" aria-label={model.label}>
        <More many={many} onMore={onMore} />
      </li>
    ),
  }
}

function Line({
  place: { index, cursor, onMove },
  onPress,
  children,
}: {
  readonly place: LinePlace
  readonly onPress?: () => void
  readonly children: React.ReactNode
}) {
  return (
    <tr className="grid-note" aria-rowindex={index + 2}>
      <td
        colSpan={1_000}
        onKeyDown={(event) => {
          if (!onPress || event.key !== 'Enter' || event.target !== event.currentTarget) return
          event.preventDefault()
          onPress()
        }}
        {...cellProps(cursor, index, 0, onMove, 1_000)}
      >
        {children}
      </td>
    </tr>
  )
}

function NoteText({ note }: { readonly note: Note }) {
  const { words } = useShell()
  if ('shown' in note) return <span className="dim">{words.grid.cut(note.shown, note.all)}</span>
  if (note.error) return <Failed error={note.error} again={() => note.again?.()} />
  return (
    <span className="dim" aria-busy="true">
      …
    </span>
  )
}

function More({ many, onMore }: { readonly many: number; readonly onMore: () => void }) {
  const { words } = useShell()
  return (
    <Button weight="quiet" small excludeFromTabOrder onPress={onMore}>
      {words.grid.more(many)}
    </Button>
  )
}
