/** The words of the page that sends a payer on to where he confirms. It is seen for a moment, or where no script runs. */
export const actionTexts = {
  nl: { title: 'Nog even bevestigen', button: 'Ga verder' },
  'en-US': { title: 'One more step', button: 'Continue' },
}
