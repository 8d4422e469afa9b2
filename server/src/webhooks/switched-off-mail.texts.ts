import { waitsForAddress_days } from '@kontor/contract/webhooks/webhook.rules'
import type { MailTexts } from '../platform/mail/mail-text.ts'

interface Said {
  merchant: string
  url: string
  /** The address itself said that it no longer exists. */
  isGone: boolean
}

export const switchedOffTexts: MailTexts<Said> = {
  nl: ({ merchant, url, isGone }) => ({
    subject: 'Je webhooks zijn uitgeschakeld: het adres werkt niet',
    paragraphs: [
      isGone
        ? `Het adres ${url} van ${merchant} meldt dat het niet meer bestaat (410). We sturen er geen webhooks meer heen.`
        : `Het adres ${url} van ${merchant} heeft vijf dagen lang geen enkele webhook aangenomen. We sturen er geen webhooks meer heen.`,
      `Wat er intussen te melden is, bewaren we hooguit ${waitsForAddress_days} dagen. Herstel of wijzig het adres en schakel het daarna weer in bij de API-instellingen.`,
    ],
    button: 'Naar de API-instellingen',
  }),
  'en-US': ({ merchant, url, isGone }) => ({
    subject: 'Your webhooks are switched off: the address does not work',
    paragraphs: [
      isGone
        ? `The address ${url} of ${merchant} reports that it no longer exists (410). We no longer send webhooks there.`
        : `The address ${url} of ${merchant} has not accepted a single webhook for five days. We no longer send webhooks there.`,
      `Meanwhile, we keep what there is to send for at most ${waitsForAddress_days} days. Fix or change the address, then switch it on again in the API settings.`,
    ],
    button: 'Go to the API settings',
  }),
}
