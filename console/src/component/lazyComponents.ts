import { lazily } from './lazily.ts'

// What several screens show now and then is loaded when it is first shown.

/** Loads what filters a list: a list needs none of it before. */
export const loadFilterPanel = () => import('./filter/FilterPanel.tsx').then((module) => module.FilterPanel)
/** Loads the widget of dates, which brings half of the widgets with it. */
export const loadDateInput = () => import('./DateInput.tsx').then((module) => module.DateInput)

export const DateInput = lazily(loadDateInput)
export const FilterPanel = lazily(loadFilterPanel)
export const ActionButtons = lazily(() => import('./action/ActionButtons.tsx').then((module) => module.ActionButtons))
export const NewLinked = lazily(() => import('./form/NewLinked.tsx').then((module) => module.NewLinked))
export const RunAction = lazily(() => import('./action/RunAction.tsx').then((module) => module.RunAction))
export const ShownKey = lazily(() => import('./ShownKey.tsx').then((module) => module.ShownKey))
export const WhyDialog = lazily(() => import('./explain/WhyDialog.tsx').then((module) => module.WhyDialog))
