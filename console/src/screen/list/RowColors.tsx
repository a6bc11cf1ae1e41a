import { useEffect } from 'react'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { useColors } from '../../component/color/useColors.ts'
import type { LayoutProps } from './layouts.ts'
import type { ColorsById } from './colorsById.ts'

/** Finds the colours of the records of a page, and shows nothing itself: a list without colours loads no evaluator. */
export function RowColors({
  model,
  options,
  records,
  onColors,
}: Pick<LayoutProps, 'model' | 'options'> & {
  readonly records: readonly RecordJson[]
  readonly onColors: (colors: ColorsById) => void
}) {
  const colorOf = useColors(model, options)
  const found = records.flatMap((record) => {
    const color = colorOf(record)
    return color ? [[record.id, color] as const] : []
  })
  const text = JSON.stringify(found)
  useEffect(() => {
    onColors(new Map(JSON.parse(text) as typeof found))
  }, [text, onColors])
  return null
}
