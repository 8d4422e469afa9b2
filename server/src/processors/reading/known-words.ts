/** Words of a gateway with what each means. A word that every object has, such as `constructor`, is none of them. */
export const knownWords = <T>(words: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), words)
