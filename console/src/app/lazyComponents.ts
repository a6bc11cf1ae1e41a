import { lazily } from '../component/lazily.ts'
import { loadPanelOverlay } from '../component/Panel.tsx'
import { loadBulkDrawer, loadBulkEditBar, loadColumnsEditor } from '../screen/list/lazyComponents.ts'

// A list is there sooner without what other screens need: each of them is loaded when it is first shown.

const loadRecord = () => import('../screen/record/RecordScreen.tsx').then((module) => module.RecordScreen)
const loadPalette = () => import('../screen/palette/Palette.tsx').then((module) => module.Palette)
const loadSessionEnded = () => import('../screen/login/SessionEnded.tsx').then((module) => module.SessionEnded)

export const ApiPanel = lazily(() => import('../screen/api/ApiPanel.tsx').then((module) => module.ApiPanel))
export const Live = lazily(() => import('./frame/Live.tsx').then((module) => module.Live))
export const LoginScreen = lazily(() => import('../screen/login/LoginScreen.tsx').then((module) => module.LoginScreen))
export const Palette = lazily(loadPalette)
export const RecordScreen = lazily(loadRecord)
export const SessionEnded = lazily(loadSessionEnded)
export const UndoDrawer = lazily(() => import('../screen/changes/UndoDrawer.tsx').then((module) => module.UndoDrawer))

/** Loads what people need next, and what must be there when the service can't be reached. */
export function loadAhead(): void {
  const overlays = [loadPanelOverlay, loadPalette, loadSessionEnded, loadColumnsEditor, loadBulkEditBar, loadBulkDrawer]
  const loads = [loadRecord, ...overlays]
  // What could not be loaded now is loaded when it is shown.
  void Promise.allSettled(loads.map((load) => load()))
}
