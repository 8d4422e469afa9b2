/** The texts of the card field, in the languages of the shops. */
export const cardFieldTexts = {
  nl: {
    title: 'Kaartgegevens',
    number: 'Kaartnummer',
    expiry: 'Vervaldatum (MM/JJ)',
    cvc: 'Beveiligingscode',
    number_invalid: 'Controleer het kaartnummer.',
    expiry_invalid: 'Vul een geldige vervaldatum in, zoals 12/31.',
    expiry_past: 'Deze kaart is verlopen.',
    cvc_invalid: 'Vul de 3 of 4 cijfers van de beveiligingscode in.',
  },
  en: {
    title: 'Card details',
    number: 'Card number',
    expiry: 'Expiry date (MM/YY)',
    cvc: 'Security code',
    number_invalid: 'Check the card number.',
    expiry_invalid: 'Enter a valid expiry date, like 12/31.',
    expiry_past: 'This card has expired.',
    cvc_invalid: 'Enter the 3 or 4 digits of the security code.',
  },
} as const
