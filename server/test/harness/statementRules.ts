/**
 * Rules for every statement of a request, so that more processes, a pooler or a second database stay a matter of
 * configuration. Each rule checks a text in which constants and names are blanked out.
 */
const rules: Record<string, (text: string) => boolean> = {
  'is one statement that reads or writes rows': (text) =>
    /^(select|with|insert|update|delete)\b/.test(text) && !text.includes(';'),
  'leaves no state in the session': (text) =>
    !/\b(listen|unlisten|notify|discard|prepare|deallocate|declare|set_config)\b/.test(text) &&
    !/^(set|reset)\b|\bset (session|local)\b/.test(text),
  'makes no tables, triggers or functions': (text) =>
    !/\b(create|alter|drop|truncate|temp|temporary|trigger)\b/.test(text),
  'takes advisory locks on keys of periods alone, and no locks on tables': (text) =>
    !/advisory(?!_xact_lock\(keys\.key\))|\block table\b|\bfor (update|share)\b(?! skip locked| of users| of t$)/.test(
      text,
    ),
  'names its columns': (text) =>
    !/(^|[^(])\*|\.\*/.test(
      text
        .replaceAll('count(*)', '')
        .replace(/\w+ \* interval/g, '')
        .replace(/::(bigint|numeric) \* /g, ''),
    ),
  'makes JSON of columns that it names, never of the row of a table': (text) =>
    wholeRows(text).every((alias) => new RegExp(`\\) as ${alias}\\b`).test(text)) &&
    !/\bto_jsonb?\(\w+\)|\b(jsonb?_agg|hstore)\(/.test(text),
  'carries no values in its text': (text) => !/canary|777\d/i.test(text),
  'asks for no ids behind the caller’s back': (text) => !/\b(currval|lastval)\b/.test(text),
}

function wholeRows(text: string): string[] {
  return Array.from(text.matchAll(/row_to_json\((\w+)\)/g), ([, alias]) => alias ?? '')
}

/** The rules that a text breaks. Quoted constants and names are the service's own; their content is not SQL. */
export function brokenRules(text: string): string[] {
  const bare = text.replace(/(?:\bE)?'(?:[^']|'')*'/g, "''").replace(/"(?:[^"]|"")*"/g, '"name"')
  const shown = bare.toLowerCase().trim()
  return Object.keys(rules).filter((rule) => rules[rule]?.(rule.startsWith('carries') ? text : shown) !== true)
}
