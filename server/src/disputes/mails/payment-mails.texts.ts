import type { MailTexts } from '../../platform/mail/mail-text.ts'

interface Said {
  name: string
  reference: string
  amount: string
  /** The last day to respond. */
  day: string
  daysLeft: number
}

/** The texts of the reminder of a chargeback's last day. */
export const chargebackDue: MailTexts<Said> = {
  nl({ name, reference, amount, day, daysLeft }) {
    const left = daysLeft === 0 ? 'vandaag is de laatste dag' : daysLeft === 1 ? 'nog 1 dag' : `nog ${daysLeft} dagen`
    return {
      subject: `Reageer op tijd op een terugboeking: ${left}`,
      paragraphs: [
        `Hallo ${name}, de klant van betaling ${reference} heeft ${amount} laten terugboeken. Je kunt tot en met ${day} reageren: ${left}.`,
        'Accepteer de terugboeking, of betwist die met bewijs. Zonder reactie ben je het bedrag kwijt.',
      ],
      button: 'Naar de terugboeking',
    }
  },
  'en-US'({ name, reference, amount, day, daysLeft }) {
    const left = daysLeft === 0 ? 'today is the last day' : daysLeft === 1 ? '1 day left' : `${daysLeft} days left`
    return {
      subject: `Respond to a chargeback in time: ${left}`,
      paragraphs: [
        `Hello ${name}, the customer of payment ${reference} had ${amount} charged back. You can respond through ${day}: ${left}.`,
        'Accept the chargeback, or dispute it with evidence. Without a response you lose the amount.',
      ],
      button: 'Go to the chargeback',
    }
  },
}
