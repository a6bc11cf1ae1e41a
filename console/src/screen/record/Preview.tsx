import { Markdown } from '../../component/Markdown.tsx'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'
import './preview.css'

/** What an input looks like by its `view`: formatted text, a swatch of a colour, a number that can be called. */
export function Preview({ field: { view, label }, text }: { readonly field: FieldMeta; readonly text: string }) {
  const { words } = useShell()
  if (text === '') return null
  if (view === 'phone' && /^\+?[0-9 ()/-]+$/.test(text))
    return (
      <a className="preview-link" href={`tel:${text.replaceAll(/[^+0-9]/g, '')}`}>
        {words.record.call(text)}
      </a>
    )
  if ((view === 'color' || view === 'colour') && /^(#[0-9a-f]{3,8}|[a-z]+)$/i.test(text))
    return (
      <svg className="preview-swatch" viewBox="0 0 24 12" role="img" aria-label={`${label}: ${text}`}>
        <rect width="24" height="12" rx="2" fill={text} />
      </svg>
    )
  if (view !== 'markdown' || !/[*_`#[>-]|^\d+\./m.test(text)) return null
  return (
    <details className="preview">
      <summary>{words.record.preview}</summary>
      <div className="preview-text">
        <Markdown text={text} />
      </div>
    </details>
  )
}
