/** The dotted names of all texts of a file: `action.close`. */
export type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends object ? `${K}.${KeyOf<T[K]>}` : K
}[keyof T & string]

/** The dotted names of all groups of texts of a file: `action`. */
export type SectionOf<T> = {
  [K in keyof T & string]: T[K] extends object ? K | `${K}.${SectionOf<T[K]>}` : never
}[keyof T & string]
