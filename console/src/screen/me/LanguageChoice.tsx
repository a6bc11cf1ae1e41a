import { Choice } from '../../component/Choice.tsx'
import { findLanguage, languages } from '../../i18n/languages.ts'
import { useChangeMe } from '../../query/queries.ts'
import { failureWords } from '../../shell/failureWords.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/**
 * The language of the console, kept in this browser, and that of labels and messages, kept in the account if the models
 * have it. Without one, the browser's applies.
 */
export function LanguageChoice() {
  const { words, service, language, browserLanguage, setLanguage, notify } = useShell()
  const { me } = useSession()
  const change = useChangeMe(service)
  const declared = me.application?.languages ?? []
  const offered = [...new Set([...declared, ...Object.keys(languages)])]
  const choose = async (chosen: string | null) => {
    const ofAccount = chosen !== null && declared.includes(chosen) ? chosen : null
    if (!me.seenBy && ofAccount !== (me.language ?? null)) await change.mutateAsync({ language: ofAccount })
    await setLanguage(findLanguage(chosen))
  }
  return (
    <section className="me-form">
      <Choice
        label={words.me.language}
        help={words.me.languageHelp}
        options={offered.map((value) => ({ value, label: nameOf(value) }))}
        value={(me.seenBy ? null : me.language) ?? language}
        onChange={(chosen) =>
          void choose(chosen).catch((error: unknown) => notify({ text: failureWords(error, words) }))
        }
        none={words.me.languageOfBrowser(languages[browserLanguage])}
      />
    </section>
  )
}

/** A language under its own name. */
function nameOf(tag: string): string {
  const known = findLanguage(tag)
  return known ? languages[known] : (new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag)
}
