import { type PointerEvent, useState } from 'react'
import { drawLine, nearestSpot } from '../../chart/drawLine.ts'
import type { Period } from '../../chart/Chart.ts'
import type { ShowFigure } from '../../chart/figureFormat.ts'
import { showPeriod } from '../../chart/periods.ts'
import { toShownLabels } from '../../chart/ticks.ts'
import type { Point } from '../../chart/toLine.ts'
import { useShell } from '../../shell/Shell.tsx'
import { useWidth } from './useWidth.ts'

const height = 190
/** The room that a label below the line takes. */
const labelWidth = 88
const digitWidth = 7.5

interface LineChartProps {
  readonly points: readonly Point[]
  readonly by: Period
  readonly label: string
  readonly show: ShowFigure
}

/** A line over time. It follows the width of its container; the figure under the pointer is shown above it. */
export function LineChart({ points, by, label, show }: LineChartProps) {
  const { formats } = useShell()
  const [container, width] = useWidth(560)
  const [at, setAt] = useState<number | undefined>()
  const frame = { width, height, left: 0, right: 10, top: 22, bottom: 24 }
  const { ticks } = drawLine(points, frame)
  const texts = ticks.map(({ value }) => show(String(value)))
  const left = Math.max(...texts.map(({ length }) => length)) * digitWidth + 10
  const { path, spots } = drawLine(points, { ...frame, left })
  const shown = toShownLabels(points.length, Math.floor((width - left) / labelWidth))
  const point = at === undefined ? undefined : points[at]
  const spot = at === undefined ? undefined : spots[at]
  const follow = (event: PointerEvent<SVGSVGElement>) =>
    setAt(nearestSpot(spots, event.clientX - event.currentTarget.getBoundingClientRect().left))
  return (
    <div className="line-chart" ref={container}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
        onPointerMove={follow}
        onPointerLeave={() => setAt(undefined)}
      >
        <Ticks ticks={ticks} texts={texts} left={left} right={width - frame.right} />
        {shown.map((index) => (
          <text
            key={index}
            className="line-tick"
            x={spots[index]?.x ?? left + ((width - left - frame.right) * index) / Math.max(1, points.length - 1)}
            y={height - 6}
            textAnchor={index === points.length - 1 && points.length > 1 ? 'end' : 'middle'}
          >
            {showPeriod(points[index]?.period ?? '', by, formats.language)}
          </text>
        ))}
        <path className="line-path" d={path} />
        {spots.length <= 60
          ? spots.map((each) =>
              each ? <circle key={each.x} className="line-dot" cx={each.x} cy={each.y} r="2.5" /> : null,
            )
          : null}
        {spot && point?.figure !== undefined ? (
          <>
            <line className="line-at" x1={spot.x} x2={spot.x} y1={frame.top} y2={height - frame.bottom} />
            <circle className="line-dot" cx={spot.x} cy={spot.y} r="4" />
            <text className="line-value" x={width - frame.right} y="12" textAnchor="end">
              {`${showPeriod(point.period, by, formats.language)}: ${show(point.figure)}`}
            </text>
          </>
        ) : null}
      </svg>
    </div>
  )
}

/** The horizontal lines with their figures. */
function Ticks({
  ticks,
  texts,
  left,
  right,
}: {
  readonly ticks: ReturnType<typeof drawLine>['ticks']
  readonly texts: readonly string[]
  readonly left: number
  readonly right: number
}) {
  return ticks.map(({ value, y }, index) => (
    <g key={value}>
      <line className={value === 0 ? 'line-zero' : 'line-rule'} x1={left} x2={right} y1={y} y2={y} />
      <text className="line-tick" x={left - 8} y={y + 4} textAnchor="end">
        {texts[index]}
      </text>
    </g>
  ))
}
