import { functionsOf } from '../../../chart/Figure.ts'
import { Choice } from '../../../component/Choice.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { nameOfFunction } from '../groups/ListFoot.tsx'
import { figureOf, withFigure } from './listChanges.ts'
import type { ViewToolsProps } from './ViewTools.tsx'

/** What a list computes below its columns. */
export function FiguresEditor({ route, columns }: ViewToolsProps) {
  const { words, go } = useShell()
  const able = columns.filter(({ field }) => functionsOf(field).length > 0)
  if (able.length === 0) return <p className="dim">{words.grid.noFigures}</p>
  return (
    <div className="tools-figures">
      {able.map(({ path, label, field }) => (
        <Choice
          key={path}
          label={label}
          none={words.grid.noFigure}
          options={functionsOf(field).map((of) => ({ value: of, label: nameOfFunction({ path, of, field }, words) }))}
          value={figureOf(route, path) ?? null}
          onChange={(of) => go(withFigure(route, path, of ?? undefined), 'replace')}
        />
      ))}
    </div>
  )
}
