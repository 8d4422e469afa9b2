/** Languages of the application, its mails and the payment page; the first is the default. */
export const languages = ['nl', 'en-US'] as const
export type Language = (typeof languages)[number]
