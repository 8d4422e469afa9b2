/** Asked for by `npm run test:heavy`: as many samples and as long as the figures are meant for, instead of a short form. */
export const isHeavy = process.env.KONTOR_HEAVY === '1'
