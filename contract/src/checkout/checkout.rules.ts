/** What the payer of some products types on the page, by the names of its values in the order. */
export const payerFields = ['payer_name', 'payer_email', 'iban', 'blik_code'] as const
export type PayerField = (typeof payerFields)[number]
