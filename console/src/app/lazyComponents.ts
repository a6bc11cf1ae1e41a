import { firstShown } from '../component/firstShown.ts'
import { lazily } from '../component/lazily.ts'
import { loadDateInput, loadFilterPanel } from '../component/lazyComponents.ts'
import { loadPanelOverlay } from '../component/Panel.tsx'
import {
  loadBulkDrawer,
  loadBulkEditBar,
  loadCellEditor,
  loadViewTools,
  loadSaveViewPanel,
} from '../screen/list/lazyComponents.ts'

// A list is there sooner without what other screens need: each of them is loaded when it is first shown.

const loadLive = () => import('./frame/Live.tsx').then((module) => module.Live)
const loadRecord = () => import('../screen/record/RecordScreen.tsx').then((module) => module.RecordScreen)
const loadPalette = () => import('../screen/palette/Palette.tsx').then((module) => module.Palette)
const loadSessionEnded = () => import('../screen/login/SessionEnded.tsx').then((module) => module.SessionEnded)

export const ConfirmDialog = lazily(() =>
  import('../screen/login/ConfirmDialog.tsx').then((module) => module.ConfirmDialog),
)
export const ApiPanel = lazily(() => import('../screen/api/ApiPanel.tsx').then((module) => module.ApiPanel))
export const Live = lazily(() => firstShown.then(loadLive))
export const LoginScreen = lazily(() => import('../screen/login/LoginScreen.tsx').then((module) => module.LoginScreen))
export const ForgottenScreen = lazily(() =>
  import('../screen/login/LinkScreens.tsx').then((file) => file.ForgottenScreen),
)
export const PasswordScreen = lazily(() =>
  import('../screen/login/LinkScreens.tsx').then((file) => file.PasswordScreen),
)
export const Palette = lazily(loadPalette)
export const RecordScreen = lazily(loadRecord)
export const SessionEnded = lazily(loadSessionEnded)
export const UndoDrawer = lazily(() => import('../screen/changes/UndoDrawer.tsx').then((module) => module.UndoDrawer))

/** Loads what people need next, and what must be there when the service can't be reached. */
export function loadAhead(): void {
  const panels = [loadPanelOverlay, loadFilterPanel, loadViewTools, loadSaveViewPanel, loadPalette]
  const edits = [loadCellEditor, loadDateInput, loadBulkEditBar, loadBulkDrawer]
  const loads = [loadRecord, ...panels, ...edits, loadSessionEnded]
  // What could not be loaded now is loaded when it is shown.
  void Promise.allSettled(loads.map((load) => load()))
}
