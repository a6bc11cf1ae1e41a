import type { Words } from '../Words.ts'

/** The words about what others change meanwhile, in German. */
export const liveWords: Words['live'] = {
  was: (value) => `Gerade geändert. Vorher: ${value}`,
  changed: 'Die Liste hat sich geändert.',
  show: 'So zeigen, wie sie ist',
  record: (who, fields) => `${who} hat gerade ${fields} geändert`,
}
