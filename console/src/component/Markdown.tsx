import { type Block, type Inline, readMarkdown } from '../field/markdown.ts'
import { mentionsIn } from '../field/mentions.ts'
import './markdown.css'

/** Formatted text, without HTML. The names of users whom it mentions are set apart. */
export function Markdown({ text, mentioned = [] }: { readonly text: string; readonly mentioned?: readonly string[] }) {
  return (
    <div className="markdown">
      {readMarkdown(text).map((block, index) => (
        <Formatted key={`${index}${block.is}`} block={block} mentioned={mentioned} />
      ))}
    </div>
  )
}

interface Mentioning {
  readonly mentioned: readonly string[]
}

function Formatted({ block, mentioned }: Mentioning & { readonly block: Block }) {
  switch (block.is) {
    case 'heading':
      return (
        <p className="markdown-heading">
          <Line content={block.content} mentioned={mentioned} />
        </p>
      )
    case 'paragraph':
      return (
        <p>
          <Line content={block.content} mentioned={mentioned} />
        </p>
      )
    case 'quote':
      return (
        <blockquote>
          <Line content={block.content} mentioned={mentioned} />
        </blockquote>
      )
    case 'code':
      return <pre>{block.text}</pre>
    case 'list': {
      const items = block.items.map((content, index) => (
        <li key={`${index}${content.length}`}>
          <Line content={content} mentioned={mentioned} />
        </li>
      ))
      return block.isNumbered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
  }
}

function Line({ content, mentioned }: Mentioning & { readonly content: readonly Inline[] }) {
  return content.map((piece, index) => {
    const key = `${index}${piece.is}`
    if (piece.is === 'link')
      return (
        <a key={key} href={piece.href} target="_blank" rel="noreferrer">
          {piece.text}
        </a>
      )
    if (piece.is === 'text') return <Plain key={key} text={piece.text} mentioned={mentioned} />
    const Mark = piece.is
    return <Mark key={key}>{piece.text}</Mark>
  })
}

function Plain({ text, mentioned }: Mentioning & { readonly text: string }) {
  return mentionsIn(text, mentioned).map((piece, index) => (
    <span key={`${index}${piece.text.length}`} className={piece.isMention ? 'mention' : undefined}>
      {piece.text}
    </span>
  ))
}
