import { Suspense } from 'react'
import { manyOf, type ModelMeta } from '../meta/ModelMeta.ts'
import { firstShown } from './firstShown.ts'
import { lazily } from './lazily.ts'
import './icon.css'

const DeclaredIcon = lazily(() => firstShown.then(loadIcons))

const loadIcons = () => import('./DeclaredIcon.tsx').then((module) => module.DeclaredIcon)

/** The icon that a model declares; the first two letters of its name if there is none. It says nothing by itself. */
export function ModelIcon({ model }: { readonly model: ModelMeta }) {
  const letters = (
    <span className="icon-letters" aria-hidden="true">
      {manyOf(model).slice(0, 2)}
    </span>
  )
  if (model.icon === undefined) return letters
  return (
    <Suspense fallback={<span className="icon-room" />}>
      <DeclaredIcon name={model.icon} instead={letters} />
    </Suspense>
  )
}
