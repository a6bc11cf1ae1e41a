import { useShell } from '../../shell/Shell.tsx'
import { type Extents as All } from '../../rights/matrix.ts'
import { actions } from '../../rights/Rule.ts'
import type { Extent } from '../../meta/ModelMeta.ts'

/** What may be done with the records of a model: a letter for each action, full, framed or missing. */
export function Extents({ extents }: { readonly extents: All }) {
  const { words } = useShell()
  const { letters, actions: names, extents: shown, cell } = words.access
  return (
    <span className="extents">
      {actions.map((action) => (
        <Mark
          key={action}
          extent={extents[action]}
          letter={letters[action]}
          label={cell(names[action], shown[extents[action]])}
        />
      ))}
    </span>
  )
}

function Mark({ extent, letter, label }: { readonly extent: Extent; readonly letter: string; readonly label: string }) {
  return (
    <span className="extent" data-extent={extent} title={label}>
      <span aria-hidden="true">{extent === 'none' ? '–' : letter}</span>
      <span className="visually-hidden">{`${label} `}</span>
    </span>
  )
}

/** What the marks mean. */
export function Legend() {
  const { words } = useShell()
  const { legend, letters } = words.access
  return (
    <p className="access-legend">
      <span>{legend.letters}</span>
      {(['all', 'some', 'none'] as const).map((extent) => (
        <span key={extent}>
          <span className="extent" data-extent={extent} aria-hidden="true">
            {extent === 'none' ? '–' : letters.read}
          </span>{' '}
          {legend[extent]}
        </span>
      ))}
    </p>
  )
}
