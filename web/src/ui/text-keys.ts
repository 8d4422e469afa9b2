/** The dotted keys of all texts of a file, such as `action.close`. */
export type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends object ? `${K}.${KeyOf<T[K]>}` : K
}[keyof T & string]

/** The dotted keys of all groups of texts of a file, such as `action`. */
export type SectionOf<T> = {
  [K in keyof T & string]: T[K] extends object ? K | `${K}.${SectionOf<T[K]>}` : never
}[keyof T & string]
