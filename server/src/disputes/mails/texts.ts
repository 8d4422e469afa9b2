import type { Language } from '@kontor/contract/identity/session'

/** The texts of the reminder of a chargeback's last day. `{name}` stands for a value. */
export const chargebackDue: Record<Language, { subject: string; paragraphs: readonly string[]; link: string }> = {
  nl: {
    subject: 'Reageer op tijd op een terugboeking: {left}',
    paragraphs: [
      'Hallo {name}, de klant van betaling {reference} heeft {amount} laten terugboeken. Je kunt tot en met {day} reageren: {left}.',
      'Accepteer de terugboeking, of betwist die met bewijs. Zonder reactie ben je het bedrag kwijt.',
    ],
    link: 'Naar de terugboeking',
  },
  'en-US': {
    subject: 'Respond to a chargeback in time: {left}',
    paragraphs: [
      'Hello {name}, the customer of payment {reference} had {amount} charged back. You can respond through {day}: {left}.',
      'Accept the chargeback, or dispute it with evidence. Without a response you lose the amount.',
    ],
    link: 'Go to the chargeback',
  },
}

export const daysLeft: Record<Language, (days: number) => string> = {
  nl: (days) => (days === 0 ? 'vandaag is de laatste dag' : days === 1 ? 'nog 1 dag' : `nog ${days} dagen`),
  'en-US': (days) => (days === 0 ? 'today is the last day' : days === 1 ? '1 day left' : `${days} days left`),
}

export const closings: Record<Language, string> = {
  nl: 'Deze mail is automatisch verstuurd door Kontor.',
  'en-US': 'This email was sent automatically by Kontor.',
}
