/** True under `npm run test:heavy`: the full number of samples and the full duration, instead of a short form. */
export const isHeavy = process.env.KONTOR_HEAVY === '1'
