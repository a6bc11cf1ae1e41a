import { wordDiff } from '../history/wordDiff.ts'
import './difference.css'

/** What differs between two texts, by word: what is gone, and what is new. */
export function Difference({ before, now }: { readonly before: string; readonly now: string }) {
  const pieces = wordDiff(before, now)
  return (
    <span className="difference">
      {pieces.map((piece, index) => {
        const key = `${index}${piece.is}`
        if (piece.is === 'removed') return <del key={key}>{piece.text}</del>
        return piece.is === 'added' ? <ins key={key}>{piece.text}</ins> : <span key={key}>{piece.text}</span>
      })}
    </span>
  )
}
