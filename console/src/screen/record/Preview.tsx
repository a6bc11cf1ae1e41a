import { type Block, type Inline, readMarkdown } from '../../field/markdown.ts'
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
  if (view === 'colour' && /^(#[0-9a-f]{3,8}|[a-z]+)$/i.test(text))
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
        {readMarkdown(text).map((block, index) => (
          <Formatted key={`${index}${block.is}`} block={block} />
        ))}
      </div>
    </details>
  )
}

function Formatted({ block }: { readonly block: Block }) {
  switch (block.is) {
    case 'heading':
      return (
        <p className="preview-heading">
          <Line content={block.content} />
        </p>
      )
    case 'paragraph':
      return (
        <p>
          <Line content={block.content} />
        </p>
      )
    case 'quote':
      return (
        <blockquote>
          <Line content={block.content} />
        </blockquote>
      )
    case 'code':
      return <pre>{block.text}</pre>
    case 'list': {
      const items = block.items.map((content, index) => (
        <li key={`${index}${content.length}`}>
          <Line content={content} />
        </li>
      ))
      return block.isNumbered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
  }
}

function Line({ content }: { readonly content: readonly Inline[] }) {
  return content.map((piece, index) => {
    const key = `${index}${piece.is}`
    if (piece.is === 'link')
      return (
        <a key={key} href={piece.href} target="_blank" rel="noreferrer">
          {piece.text}
        </a>
      )
    if (piece.is === 'text') return <span key={key}>{piece.text}</span>
    const Mark = piece.is
    return <Mark key={key}>{piece.text}</Mark>
  })
}
