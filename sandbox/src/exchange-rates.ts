import type { FastifyInstance } from 'fastify'

/** Ten-thousandths per euro, by currency: the middle of the sandbox's rates. Invented, but close to real ones. */
const middle: Readonly<Record<string, number>> = {
  USD: 11_000,
  JPY: 1_600_000,
  BGN: 19_558,
  CZK: 248_000,
  DKK: 74_600,
  GBP: 8_600,
  HUF: 3_950_000,
  PLN: 42_800,
  RON: 49_800,
  SEK: 112_000,
  CHF: 9_500,
  ISK: 1_480_000,
  NOK: 117_000,
  TRY: 380_000,
  AUD: 17_000,
  BRL: 61_000,
  CAD: 15_200,
  CNY: 79_000,
  HKD: 85_600,
  IDR: 176_000_000,
  ILS: 40_500,
  INR: 930_000,
  KRW: 15_000_000,
  MXN: 206_000,
  MYR: 48_700,
  NZD: 18_500,
  PHP: 625_000,
  SGD: 14_700,
  THB: 372_000,
  ZAR: 202_000,
  BHD: 4_150,
  KWD: 3_390,
}

const day_ms = 86_400_000
const published = 90
const wave = 120

/**
 * Invented exchange rates, in the format of the European Central Bank. The rates of a day are always the same, on every
 * machine.
 */
export function exchangeRateRoutes(app: FastifyInstance) {
  const file = (path: string, days: number) =>
    app.get(path, (_request, reply) =>
      reply.type('application/xml; charset=utf-8').send(fileOf(workingDays(Date.now(), days))),
    )
  file('/exchange-rates/daily.xml', 1)
  file('/exchange-rates/90-days.xml', published)
}

export const exchangeRateFiles = [
  ['/exchange-rates/daily.xml', 'the last working day'],
  ['/exchange-rates/90-days.xml', 'the working days among the last 90'],
] as const

/** Days since 1970, the newest first, as the Central Bank orders them. The list is never empty. */
function workingDays(now: number, among: number): number[] {
  const today = Math.floor(now / day_ms)
  const isWorking = (day: number) => ![6, 0].includes(new Date(day * day_ms).getUTCDay())
  const days = Array.from({ length: Math.max(among, 3) }, (_, back) => today - back).filter(isWorking)
  return among === 1 ? days.slice(0, 1) : days
}

const fileOf = (days: readonly number[]) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender><gesmes:name>Sandbox processor (invented rates)</gesmes:name></gesmes:Sender>
<Cube>
${days.map(dayOf).join('\n')}
</Cube>
</gesmes:Envelope>
`

const dayOf = (day: number) => `<Cube time='${new Date(day * day_ms).toISOString().slice(0, 10)}'>
${Object.entries(middle)
  .map(([currency, about], index) => `<Cube currency='${currency}' rate='${rateOf(about, day + index * 17)}'/>`)
  .join('\n')}
</Cube>`

/** The rate goes up and down by two percent in four months. Whole numbers, so that all machines give the same rate. */
export function rateOf(about: number, day: number): string {
  const place = day % wave
  const shift = (place < wave / 2 ? place : wave - place) - wave / 4
  const tenThousandths = about + Math.round((about * shift) / 1_500)
  const digits = String(tenThousandths).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}
