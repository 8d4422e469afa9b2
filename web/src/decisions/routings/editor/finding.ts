/** Something that the checker or the form says about a place of the tree. */
export interface Found {
  readonly id: string
  /** The place; undefined: the tree as a whole. */
  readonly place: string | undefined
  /** An error keeps the tree from being saved. */
  readonly level: 'error' | 'warning'
  readonly text: string
}

/** The way of a tried payment: of each branch on it, what the payment was; and the place where it ends. */
export interface Lit {
  readonly facts: ReadonlyMap<string, string>
  readonly end: string
}
