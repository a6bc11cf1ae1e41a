import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { writeChart } from '../../../chart/Chart.ts'
import { firstChart } from '../../../chart/chartFields.ts'
import { groupFieldsOf, readGroupings } from '../../../chart/Grouping.ts'
import { Button } from '../../../component/Button.tsx'
import { Icon, type IconName } from '../../../component/Icon.tsx'
import type { Column } from '../../../meta/columns.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { ColumnsEditor } from '../ColumnsEditor.tsx'
import { DensitySwitch } from '../DensitySwitch.tsx'
import { figuresOf } from '../groups/figuresOf.ts'
import { FiguresEditor } from './FiguresEditor.tsx'
import { GroupEditor } from './GroupEditor.tsx'
import './tools.css'

export interface ViewToolsProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly columns: readonly Column[]
}

type Part = 'group' | 'columns' | 'figures'

/** All that changes how a list looks: each line says how it is now, and leads to where it is changed. */
export function ViewTools(props: ViewToolsProps) {
  const { words } = useShell()
  const [part, setPart] = useState<Part | undefined>()
  const back = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What had the focus may be gone: the line that was pressed, or what was picked.
    if (document.activeElement === document.body) back.current?.querySelector('button')?.focus()
  })
  if (part === undefined) return <Lines {...props} onPart={setPart} />
  const titles: Record<Part, string> = {
    group: words.grid.groupBy,
    columns: words.columns.title,
    figures: words.grid.figures,
  }
  const editors: Record<Part, ReactNode> = {
    group: <GroupEditor {...props} />,
    columns: <ColumnsEditor {...props} />,
    figures: <FiguresEditor {...props} />,
  }
  return (
    <>
      <div className="tools-head" ref={back}>
        <Button
          weight="quiet"
          small
          aria-label={words.grid.back}
          icon={<Icon name="back" />}
          onPress={() => setPart(undefined)}
        />
        <h2>{titles[part]}</h2>
      </div>
      {editors[part]}
    </>
  )
}

function Lines({ route, model, columns, onPart }: ViewToolsProps & { readonly onPart: (part: Part) => void }) {
  const { words, go } = useShell()
  const { find } = useSession()
  const groups = groupFieldsOf(readGroupings(route.groupBy), model, find).map(({ label }) => label)
  const figures = figuresOf(route, model, find)
  const isDrawn = route.chart !== ''
  const chart = () => go({ ...route, chart: isDrawn ? '' : writeChart(firstChart(model, find)) }, 'replace')
  const shown = isDrawn ? words.grid.shown : words.grid.hidden
  return (
    <>
      {/* Arrows go from line to line, as in a menu. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Its buttons take the keys. */}
      <ul className="tools-lines" onKeyDownCapture={moveAmongLines}>
        <Line icon="group" label={words.grid.group} note={groups.join(', ')} isFirst onPress={() => onPart('group')} />
        <Line
          icon="columns"
          label={words.columns.title}
          note={String(columns.length)}
          onPress={() => onPart('columns')}
        />
        <Line
          icon="figure"
          label={words.grid.figures}
          note={figures.length === 0 ? '' : String(figures.length)}
          onPress={() => onPart('figures')}
        />
        <Line icon="chart" label={words.chart.chart} note={shown} isPressed={isDrawn} onPress={chart} />
      </ul>
      <DensitySwitch />
    </>
  )
}

function Line({
  icon,
  label,
  note,
  isFirst = false,
  isPressed,
  onPress,
}: {
  readonly icon: IconName
  readonly label: string
  readonly note: string
  /** Whether the focus begins there. */
  readonly isFirst?: boolean
  /** Whether it is a switch that is on; undefined where it leads on. */
  readonly isPressed?: boolean
  readonly onPress: () => void
}) {
  return (
    <li>
      <Button
        weight="quiet"
        autoFocus={isFirst}
        icon={<Icon name={icon} />}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        onPress={onPress}
      >
        <span className="tools-label">{label}</span>
        <span className="tools-note">{note}</span>
        {isPressed === undefined ? <Icon name="forward" size={14} /> : null}
      </Button>
    </li>
  )
}

function moveAmongLines(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (step === 0 || at < 0) return
  event.preventDefault()
  buttons[Math.max(0, Math.min(at + step, buttons.length - 1))]?.focus()
}
