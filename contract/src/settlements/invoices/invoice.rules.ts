/** A credit note takes back what an invoice says. */
export const invoiceKinds = ['INVOICE', 'CREDIT_NOTE'] as const

/**
 * `ISSUED`: settlements have not taken all of it yet, or what it asks for is not paid. `SETTLED`: all of it is taken or paid. `CREDITED`: a credit note took it back. Nothing is
 * stored: it follows from the settlements and credit notes that there are.
 */
export const invoiceStatuses = ['ISSUED', 'SETTLED', 'CREDITED'] as const

/** How VAT applies to a part of an invoice. `ZERO`: the rate is nought. */
export const vatTreatments = ['STANDARD', 'ZERO', 'REVERSE_CHARGE', 'OUT_OF_SCOPE'] as const

/** What a line of an invoice charges: fees by a line of a price, corrections of them, or a one-off. */
export const invoiceLineKinds = ['fee', 'fee_more', 'fee_less', 'one_off'] as const
export type InvoiceLineKind = (typeof invoiceLineKinds)[number]

/** Calendar days in which an invoice that asks for money is to be paid. */
export const paymentTerm_days = 14

export const creditReasonLength = 500
