import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of jobs and webhooks, in German. */
export const workWords: Words['work'] = {
  states: {
    waiting: (when) => (when === '' ? 'Er wartet, bis er an der Reihe ist.' : `Nächster Versuch: ${when}.`),
    running: 'Er läuft.',
    done: 'Er ist fertig.',
    failed: (tries) =>
      plural(tries, {
        one: 'Er ist gescheitert und wird nicht wieder versucht.',
        other: `Er ist ${count(tries)}-mal gescheitert.`,
      }),
  },
  progress: (percent) => `${percent} %`,
  tryAgain: 'Noch einmal versuchen',
  triedAgain: 'Der Auftrag wird noch einmal versucht',
  deliveries: 'Zustellungen',
  counts: (waiting, parked) => `${count(waiting)} warten, ${count(parked)} angehalten`,
  behind: (many) =>
    plural(many, {
      one: '1 spätere Änderung desselben Datensatzes steht dahinter.',
      other: `${count(many)} spätere Änderungen derselben Datensätze stehen dahinter.`,
    }),
  delivered: 'Alles ist zugestellt.',
  fault: 'Nichts wird zugestellt',
  last: (when, status) => `Letzter Versuch: ${when}, ${status}`,
  failing: (when) => `Seit ${when} ist kein Versuch gelungen.`,
  status: (status) => `Status ${status}`,
  noAnswer: 'keine Antwort',
  secret: (name) => `Das Geheimnis von ${name}`,
  test: 'Test senden',
  testing: 'Wird gesendet…',
  tested: (milliseconds) => `Der Test wurde in ${count(milliseconds)} ms zugestellt`,
  notTested: 'Der Test wurde nicht zugestellt',
  again: 'Noch einmal senden',
  allAgain: 'Alle angehaltenen noch einmal senden',
  sentAgain: (many) =>
    plural(many, {
      one: '1 Zustellung wird noch einmal gesendet',
      other: `${count(many)} Zustellungen werden noch einmal gesendet`,
    }),
  chooseModels: 'Modelle wählen',
  findModel: 'Modell suchen',
  noModel: 'Kein Modell heißt so.',
  since: 'Erneut senden seit …',
  sinceLabel: 'Seit',
  sinceHelp: 'Alles, was ab diesem Zeitpunkt geschrieben wurde, wird noch einmal gesendet, soweit das Journal reicht.',
  sinceDone: 'Alles seither wird noch einmal gesendet',
  heldUp: 'Spätere Änderungen desselben Datensatzes warten dahinter. Verwerfen gibt seine Änderungen auf.',
  discard: 'Verwerfen',
  discarded: 'Die Zustellung wird nicht mehr gesendet',
  attempts: (many) => plural(many, { one: '1 Versuch', other: `${count(many)} Versuche` }),
  next: (when) => `nächster Versuch ${when}`,
  parked: (attempts) =>
    plural(attempts, { one: 'nach 1 Versuch angehalten', other: `nach ${count(attempts)} Versuchen angehalten` }),
  waiting: 'wartet',
  answer: 'Antwort',
}
