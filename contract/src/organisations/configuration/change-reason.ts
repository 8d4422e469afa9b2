import { freeText, ofText } from '../../wire.ts'

/** Why a part of a merchant's configuration is changed. */
export const changeReason = freeText(500)
  .refine((text) => text.trim() !== '', ofText('required'))
  .meta({ description: 'Why; kept in the history' })
