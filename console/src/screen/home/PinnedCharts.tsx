import { useState } from 'react'
import { listOf } from '../../address/Place.ts'
import { writePlace } from '../../address/writePlace.ts'
import { type Chart, readChart } from '../../chart/Chart.ts'
import { type ChartField, findChartField } from '../../chart/chartFields.ts'
import { describeChip } from '../../criteria/describeChip.ts'
import { readWhere } from '../../criteria/readWhere.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { ChartView } from '../chart/ChartView.tsx'
import { PinButton } from '../chart/PinButton.tsx'
import { type Pin, readPins } from '../chart/pins.ts'
import { useChartWords } from '../chart/useChartWords.ts'
import { useChipContext } from '../list/filter/useChipContext.ts'
import { useSession, useShell } from '../Shell.tsx'

/** The charts that one pinned. Those of models or fields that one may not see any more are left out. */
export function PinnedCharts() {
  const { words, storage } = useShell()
  const { me, find } = useSession()
  const [, look] = useState(0)
  const pins = readPins(storage, me.id).flatMap((pin) => {
    const model = find(pin.model)
    const chart = readChart(pin.chart)
    const field = model && chart && findChartField(chart, model, find)
    return field ? [{ pin, model, chart, field }] : []
  })
  if (pins.length === 0) return null
  return (
    <section className="home-part">
      <h2>{words.chart.pinned}</h2>
      <ul className="home-charts">
        {pins.map((each) => (
          <li key={JSON.stringify(each.pin)} className="home-chart">
            <PinnedChart {...each} onRemove={() => look((times) => times + 1)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PinnedChart({
  pin,
  model,
  chart,
  field,
  onRemove,
}: {
  readonly pin: Pin
  readonly model: ModelMeta
  readonly chart: Chart
  readonly field: ChartField
  readonly onRemove: () => void
}) {
  const { title } = useChartWords(model, chart, field)
  const place = listOf(pin.model, pin)
  const chips = readWhere(pin.where)
  const context = useChipContext(model, chips)
  const said = chips.map((chip) => {
    const { label, test, value } = describeChip(chip, context)
    return [label, test, value].filter((part) => part !== '').join(' ')
  })
  const filter = [...(pin.q === '' ? [] : [`“${pin.q}”`]), ...said].join(' · ')
  return (
    <>
      <header className="home-chart-head">
        <h3>
          <a href={writePlace(place)}>{`${model.label}: ${title}`}</a>
        </h3>
        <PinButton place={pin} onChange={onRemove} />
      </header>
      {filter === '' ? null : <p className="dim">{filter}</p>}
      <ChartView place={place} model={model} chart={chart} field={field} />
    </>
  )
}
