/** Of the application, its mails and the payment page; the first is the usual one. */
export const languages = ['nl', 'en-US'] as const
export type Language = (typeof languages)[number]
