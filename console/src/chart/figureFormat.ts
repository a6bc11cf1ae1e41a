import { codeOf } from '../field/codeOf.ts'
import type { Formats } from '../field/FieldKind.ts'
import type { Json, ModelMeta } from '../meta/ModelMeta.ts'
import type { Chart } from './Chart.ts'

/** A figure of a chart in words: money with its currency, which may be what the records are grouped by. */
export type ShowFigure = (figure: string, group?: Json) => string

/** How the figures of a chart are shown. */
export function figureFormat({ path, measure }: Chart, { fields }: ModelMeta, formats: Formats): ShowFigure {
  const measured = measure.of === 'count' ? undefined : fields.find(({ name }) => name === measure.path)
  return (figure, group) => {
    const code = measured && codeOf(measured, { [path]: group })
    return code === undefined ? formats.number(figure) : formats.money(figure, code)
  }
}
