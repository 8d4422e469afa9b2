import type { Random } from './trade/random.ts'

export interface Person {
  first_name: string
  last_name: string
  email_address: string
  city: string
  postal_code: string
  phone_number: string
}

interface Country {
  first: readonly string[]
  last: readonly string[]
  cities: readonly string[]
  postalCode: string
  phone: string
}

const words = (text: string) => text.split(', ')

const nl: Country = {
  first: words(
    'Sanne, Daan, Anouk, Jeroen, Femke, Thijs, Loïs, Bram, Noor, Sem, Zoë, Maartje, Ruben, Fleur, Joost, Chloë',
  ),
  last: words(
    "de Vries, Jansen, van den Berg, Bakker, Visser, Smit, Meijer, de Boer, Mulder, Koç, Peeters, van 't Hoff, Dekker, Yılmaz",
  ),
  cities: words(
    'Amsterdam, Rotterdam, Utrecht, Den Haag, Eindhoven, Groningen, Haarlem, ’s-Hertogenbosch, Súdwest-Fryslân, Zwolle',
  ),
  postalCode: '1### AA',
  phone: '+316########',
}
const be: Country = {
  first: words('Lotte, Jules, Élise, Wout, Manon, Maxime, Noé, Inès, Stijn, Amélie, Bart, Céline'),
  last: words(
    'Peeters, Janssens, Maes, Dubois, Lambert, Claes, Goossens, Dupont, D’Hondt, Vandenberghe, Lefèvre, Noël',
  ),
  cities: words('Antwerpen, Gent, Brugge, Liège, Bruxelles, Leuven, Namur, Mechelen, Kortrijk'),
  postalCode: '2###',
  phone: '+3247#######',
}
const de: Country = {
  first: words('Jürgen, Lena, Björn, Käthe, Moritz, Sören, Anneliese, Jannik, Özlem, Günther, Sophie, Jörg'),
  last: words('Müller, Schäfer, Weiß, Krüger, Schröder, Köhler, Groß, Bauer, Jäger, Yıldız, Vogel, Böhm'),
  cities: words('Köln, München, Düsseldorf, Berlin, Hamburg, Münster, Nürnberg, Lübeck, Saarbrücken, Leipzig'),
  postalCode: '5####',
  phone: '+4915#########',
}
const fr: Country = {
  first: words('Zoé, François, Hélène, Théo, Anaïs, Gaël, Margaux, Loïc, Aurélie, Jérôme, Maëlle, Étienne'),
  last: words('Martin, Lefèvre, Moreau, Garçon, Bézier, Fontaine, Roux, Gauthier, Chevalier, Mühlmann, Perrin, Benoît'),
  cities: words('Paris, Orléans, Nîmes, Besançon, Lyon, Lille, Saint-Étienne, Angoulême, Rennes'),
  postalCode: '6####',
  phone: '+336########',
}
const gb: Country = {
  first: words('Oliver, Amelia, George, Isla, Siân, Niamh, Harry, Chloë, Seán, Eilidh, Zoë, Callum'),
  last: words("Smith, Jones, O'Neill, Brontë, Williams, Taylor, MacDonald, Ó Briain, Patel, Evans, Hughes, Clarke"),
  cities: words('London, Manchester, Bristol, Leeds, Harwich, Newcastle upon Tyne, Cardiff, Edinburgh, Hull'),
  postalCode: 'M# #AB',
  phone: '+447#########',
}

const countries: Readonly<Record<string, Country>> = { NL: nl, BE: be, DE: de, AT: de, FR: fr, GB: gb, IE: gb }

export function makePerson(random: Random, country: string, number: number): Person {
  const { first, last, cities, postalCode, phone } = countries[country] ?? gb
  const first_name = random.pick(first)
  const last_name = random.pick(last)
  return {
    first_name,
    last_name,
    email_address: `${letters(first_name)}.${letters(last_name)}${number}@example.${country === 'GB' ? 'org' : 'com'}`,
    city: random.pick(cities),
    postal_code: filled(random, postalCode),
    phone_number: filled(random, phone),
  }
}

const filled = (random: Random, form: string) =>
  form
    .replaceAll('#', () => String(random.integer(0, 9)))
    .replaceAll(/A/g, () => random.pick(['A', 'B', 'E', 'K', 'R', 'X']))

const letters = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/ı/g, 'i')
    .replaceAll(/ß/g, 'ss')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase()
