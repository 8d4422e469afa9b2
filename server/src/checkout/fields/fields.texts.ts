import type { Language } from '@kontor/contract/identity/session'

interface FieldsTexts {
  title: string
  refused: string
  expired: string
  unknown: string
}

/** What the origin of the card fields says where it shows none. */
export const fieldsTexts: Record<Language, FieldsTexts> = {
  nl: {
    title: 'Kaartgegevens',
    refused: 'Dit adres is niet door Kontor gemaakt of is gewijzigd. Open de betaalpagina opnieuw met je eigen link.',
    expired: 'Deze pagina heeft te lang opengestaan. Laad de pagina opnieuw om met een kaart te betalen.',
    unknown: 'Deze pagina bestaat niet.',
  },
  'en-US': {
    title: 'Card details',
    refused: 'This address was not made by Kontor or has been changed. Open the payment page again with your own link.',
    expired: 'This page was open for too long. Reload the page to pay by card.',
    unknown: 'This page does not exist.',
  },
}
