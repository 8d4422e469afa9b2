import { sealField } from '../../customers/customer-secrets.ts'
import type { Person } from '../people.ts'
import type { Value } from './copy.ts'
import type { Random } from './random.ts'
import { regionOf } from './regions.ts'

const streets = {
  NL: [
    'Dorpsstraat',
    'Kerkstraat',
    'Nieuwegracht',
    'Lange Voorhout',
    'Molenweg',
    'Stationsplein',
    'Burgemeester de Vlugtlaan',
  ],
  BE: ['Kerkstraat', 'Veldstraat', 'Rue Haute', 'Meir', 'Chaussée de Louvain'],
  DE: ['Hauptstraße', 'Gartenweg', 'Schloßallee', 'Bahnhofstraße', 'Am Markt'],
  FR: ['Rue de la République', 'Avenue Foch', 'Rue des Lilas', 'Place de l’Église'],
  GB: ['High Street', 'Station Road', 'Church Lane', 'Victoria Crescent'],
} as const
const women = new Set(
  'Sanne Anouk Femke Loïs Noor Zoë Maartje Fleur Chloë Lotte Élise Manon Inès Amélie Céline Lena Käthe Anneliese Özlem Sophie Zoé Hélène Anaïs Margaux Aurélie Maëlle Amelia Isla Siân Niamh Eilidh'.split(
    ' ',
  ),
)
const titles = { female: ['Mevrouw', 'Mrs', 'Frau', 'Madame'], male: ['Meneer', 'Mr', 'Herr', 'Monsieur'] } as const
const languages: Readonly<Record<string, number>> = { NL: 0, BE: 0, GB: 1, IE: 1, DE: 2, AT: 2, FR: 3 }

/**
 * Details that some shops ask of their customers; not every customer gives all. In the order of the columns after
 * `status` (copy.ts).
 */
export function personDetails(
  random: Random,
  person: Person,
  country: string,
  of: { masterKey: string; merchant: string; customer: string },
): Value[] {
  const gender = random.weighted({ known: 80, none: 19, other: 1 })
  const usual = women.has(person.first_name) ? 'female' : 'male'
  const hasAddress = random.chance(0.7)
  // The oldest people were born before the war; the youngest already have a card.
  const birthday = random.chance(0.05)
    ? `${random.integer(1938, 2007)}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`
    : null
  const number = country === 'NL' && random.chance(0.02) ? citizenNumber(random) : null
  const sealed = (field: 'date_of_birth' | 'social_security_number', value: string | null) =>
    value === null ? null : `\\x${sealField(of.masterKey, { ...of, field }, value).toString('hex')}`
  return [
    gender === 'known' && random.chance(0.5) ? (titles[usual][languages[country] ?? 1] ?? null) : null,
    random.chance(0.4) ? `${person.first_name.charAt(0)}.` : null,
    gender === 'none' ? null : gender === 'known' ? usual : gender,
    hasAddress ? random.pick(streets[country as keyof typeof streets] ?? streets.GB) : null,
    hasAddress ? String(random.integer(1, 240)) : null,
    hasAddress && random.chance(0.12) ? random.pick(['A', 'B', 'bis', 'II', '3']) : null,
    sealed('date_of_birth', birthday),
    sealed('social_security_number', number),
    regionOf[person.city] ?? null,
  ]
}

const two = (value: number) => String(value).padStart(2, '0')

/** A made-up Dutch citizen number that passes its check (the "elfproef"). */
function citizenNumber(random: Random): string {
  for (;;) {
    const digits = Array.from({ length: 8 }, (_, index) => random.integer(index === 0 ? 1 : 0, 9))
    const check = digits.reduce((sum, digit, index) => sum + digit * (9 - index), 0) % 11
    if (check < 10) return [...digits, check].join('')
  }
}
