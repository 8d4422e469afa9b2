import type { MailTexts } from '../../platform/mail/mail-text.ts'

interface Ready {
  name: string
  report: string
  rows: string
  isOne: boolean
}

export const readyTexts: MailTexts<Ready> = {
  nl: ({ name, report, rows, isOne }) => ({
    subject: `Rapport ‘${report}’ staat klaar`,
    paragraphs: [
      `Dag ${name}, het rapport ‘${report}’ staat klaar. Het heeft ${rows} ${isOne ? 'rij' : 'rijen'}.`,
      'Je meldt je eerst aan. Het bestand blijft 30 dagen staan.',
    ],
    button: 'Rapport downloaden',
  }),
  'en-US': ({ name, report, rows, isOne }) => ({
    subject: `Report “${report}” is ready`,
    paragraphs: [
      `Hello ${name}, the report “${report}” is ready. It has ${rows} ${isOne ? 'row' : 'rows'}.`,
      'You sign in first. The file is kept for 30 days.',
    ],
    button: 'Download the report',
  }),
}

interface Paused {
  name: string
  schedule: string
  reason: string
}

export const pausedTexts: MailTexts<Paused> = {
  nl: ({ name, schedule, reason }) => ({
    subject: `Gepland rapport ‘${schedule}’ is gepauzeerd`,
    paragraphs: [
      `Dag ${name}, het geplande rapport ‘${schedule}’ is gepauzeerd: ${reasonsNl[reason] ?? reason}.`,
      'Wie het opslaat en weer aanzet, is daarna de eigenaar.',
    ],
    button: 'Bekijk het schema',
  }),
  'en-US': ({ name, schedule, reason }) => ({
    subject: `Report schedule “${schedule}” was paused`,
    paragraphs: [
      `Hello ${name}, the report schedule “${schedule}” was paused: ${reasonsEn[reason] ?? reason}.`,
      'Whoever saves it and switches it on again owns it from then on.',
    ],
    button: 'See the schedule',
  }),
}

const reasonsNl: Readonly<Record<string, string>> = {
  owner_gone: 'het account van de eigenaar is uitgezet',
  not_allowed: 'de eigenaar mag de lijst niet meer zien',
  failed: 'drie rapporten na elkaar zijn mislukt',
  no_space: 'er zijn te veel rapporten bewaard, of hun bestanden zijn samen te groot',
  filters_too_long: 'de filters zijn te lang',
}
const reasonsEn: Readonly<Record<string, string>> = {
  owner_gone: 'the account of its owner was switched off',
  not_allowed: 'its owner may no longer see the list',
  failed: 'three reports in a row failed',
  no_space: 'too many reports are kept, or their files are too large together',
  filters_too_long: 'its filters are too long',
}
