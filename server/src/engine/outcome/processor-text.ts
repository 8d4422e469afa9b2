import { withoutCardNumbers } from '../../platform/secrets/mask.ts'

/** Makes a processor's text fit to store. A card number or a NUL in it must not prevent the outcome from being written. */
export const processorText = (text: string): string =>
  withoutCardNumbers(
    text
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, 200),
  )
