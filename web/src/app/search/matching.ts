/** How well a text fits what was typed: 0 is best; undefined: not at all. */
export function fitOf(typed: string, label: string, more = ''): number | undefined {
  const wanted = plain(typed)
  const name = plain(label)
  const words = wanted.split(' ').filter(Boolean)
  if (name.startsWith(wanted)) return 0
  if (words.every((word) => startsAWord(name, word))) return 1
  if (words.every((word) => name.includes(word))) return 2
  const all = `${name} ${plain(more)}`
  return words.every((word) => startsAWord(all, word)) ? 3 : undefined
}

/** The best come first; equal ones keep their order. */
export function bestFirst<T>(items: readonly T[], fit: (item: T) => number | undefined): T[] {
  return items
    .flatMap((item) => {
      const rank = fit(item)
      return rank === undefined ? [] : [{ item, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

const startsAWord = (text: string, word: string) => ` ${text}`.includes(` ${word}`)

/** Without case and accents: "Ordre passe" is found by "passé". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
