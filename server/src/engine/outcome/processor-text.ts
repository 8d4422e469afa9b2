import { withoutCardNumbers } from '../../platform/secrets/mask.ts'

/** A processor's words as they may be kept. A card number or a NUL in them must not keep the outcome from being written. */
export const processorText = (text: string): string =>
  withoutCardNumbers(
    text
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, 200),
  )
