import { lazily } from './lazily.ts'

// What several screens show now and then is loaded when it is first shown.

export const ActionButtons = lazily(() => import('./action/ActionButtons.tsx').then((module) => module.ActionButtons))
export const ShownKey = lazily(() => import('./ShownKey.tsx').then((module) => module.ShownKey))
export const WhyDialog = lazily(() => import('./explain/WhyDialog.tsx').then((module) => module.WhyDialog))
