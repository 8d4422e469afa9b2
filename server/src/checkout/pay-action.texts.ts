/** The words of the page that sends a payer to his bank. It is seen for a moment, or where no script runs. */
export const actionTexts = {
  nl: { title: 'Naar je bank', button: 'Ga verder bij je bank' },
  'en-US': { title: 'To your bank', button: 'Continue at your bank' },
}
