import { Choice } from '../../component/Choice.tsx'
import { findLanguage, languages } from '../../i18n/languages.ts'
import { useShell } from '../../shell/Shell.tsx'

/** The language of the console. It is kept in this browser; without one, the browser's applies. */
export function LanguageChoice() {
  const { words, language, browserLanguage, setLanguage, notify } = useShell()
  const options = Object.entries(languages).map(([value, label]) => ({ value, label }))
  const onChange = (chosen: string | null) =>
    void setLanguage(findLanguage(chosen)).catch(() => notify({ text: words.failure.noAnswer }))
  return (
    <section className="me-form">
      <Choice
        label={words.me.language}
        help={words.me.languageHelp}
        options={options}
        value={language}
        onChange={onChange}
        none={words.me.languageOfBrowser(languages[browserLanguage])}
      />
    </section>
  )
}
