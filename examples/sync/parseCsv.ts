/** The rows of a CSV text that arrives in pieces: fields may be quoted, and quoted fields may have line breaks. */
export async function* parseCsv(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string[]> {
  let row: string[] = []
  let field = ''
  let quoted = false
  let wasQuote = false
  for await (const piece of pieces)
    for (const character of piece) {
      if (quoted && character === '"' && !wasQuote) wasQuote = true
      else if (quoted && !wasQuote) field += character
      else if (character === '"') {
        // A quote behind a quote is a quote; any other begins quoted text.
        if (wasQuote) field += '"'
        quoted = true
        wasQuote = false
      } else {
        quoted = false
        wasQuote = false
        if (character === ',' || character === '\n') {
          row.push(field)
          field = ''
        } else if (character !== '\r') field += character
        if (character === '\n') {
          yield row
          row = []
        }
      }
    }
  if (field !== '' || row.length > 0) yield [...row, field]
}
