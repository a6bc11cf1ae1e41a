import './initials.css'

/** The colours of people. Red and green have a meaning elsewhere. */
const colors = ['teal', 'indigo', 'amber', 'pink', 'blue', 'purple', 'orange', 'gray'] as const

/** A person as two letters in a colour of their own. The name stands beside it. */
export function Initials({ name }: { readonly name: string }) {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words.length > 1 ? `${begin(words[0], 1)}${begin(words[1], 1)}` : begin(words[0], 2)
  const place = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce(
    (sum, code) => (sum * 31 + code) % 9973,
    0,
  )
  return (
    <span className="initials" data-color={colors[place % colors.length]} aria-hidden="true">
      {letters}
    </span>
  )
}

/** The first letters of a word. */
function begin(word = '', many: number): string {
  return Array.from(word).slice(0, many).join('')
}
