import { electronicFormatIBAN, isValidBIC, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { plainText } from '../wire.ts'

/** What is wrong with an IBAN, in an order in which the first one says the most; undefined: nothing. */
export function ibanProblem(iban: string): string | undefined {
  const { errorCodes, valid } = validateIBAN(iban)
  if (valid) return undefined
  return reasons.find(([error]) => errorCodes.includes(error))?.[1] ?? 'iban_format'
}

const reasons: readonly (readonly [ValidationErrorsIBAN, string])[] = [
  [ValidationErrorsIBAN.NoIBANProvided, 'required'],
  [ValidationErrorsIBAN.NoIBANCountry, 'iban_country'],
  [ValidationErrorsIBAN.WrongBBANLength, 'iban_length'],
  [ValidationErrorsIBAN.WrongBBANFormat, 'iban_format'],
  [ValidationErrorsIBAN.ChecksumNotNumber, 'iban_format'],
  [ValidationErrorsIBAN.WrongIBANChecksum, 'iban_checksum'],
]

/** The IBAN as it is stored: capital letters and figures alone. People type spaces and small letters. */
export const iban = plainText(60)
  .transform((typed) => electronicFormatIBAN(typed) ?? '')
  .superRefine((value, context) => {
    const problem = ibanProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
  .meta({ description: 'IBAN (ISO 13616); spaces and small letters are accepted' })

export const bic = plainText(20)
  .transform((typed) => typed.replaceAll(/\s/g, '').toUpperCase())
  .refine((value) => isValidBIC(value), 'bic_format')
  .meta({ description: 'BIC (ISO 9362), 8 or 11 characters' })
