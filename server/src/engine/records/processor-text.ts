import { maskedForms } from '../../platform/secrets/secret-forms.ts'

/** Makes a processor's text fit to store. A card number or a NUL in it must not prevent the outcome from being written. */
export const processorText = (text: string): string =>
  maskedForms(
    text
      .slice(0, 2_000)
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' '),
  ).slice(0, 200)
