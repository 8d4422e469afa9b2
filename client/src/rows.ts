interface Row {
  readonly id: string
}

/** One page of a list, with these parameters. */
type ReadPage<T> = (query: Readonly<Record<string, unknown>>) => Promise<T[]>

const rowsPerPage = 100

/**
 * The rows of a list: `for await (const row of rows)`, or page by page by `pages()`. Each page begins after the last row
 * of the one before, so rows that come in or go meanwhile make none appear twice or be left out. Rows that come in
 * before the place that was reached are not among them.
 */
export class Rows<T> implements AsyncIterable<T> {
  readonly #read: ReadPage<T>
  readonly #query: Readonly<Record<string, unknown>>

  constructor(read: ReadPage<T>, query: Readonly<Record<string, unknown>>, order: string) {
    this.#read = read
    this.#query = { _limit: rowsPerPage, _sort: order, ...withoutUndefined(query) }
  }

  async *pages(): AsyncGenerator<T[], void, undefined> {
    const { _limit, _sort } = this.#query
    const field = String(_sort).replace(/^-/, '')
    for (let query = this.#query; ; ) {
      const page = await this.#read(query)
      const last = page.at(-1)
      if (page.length > 0) yield page
      if (last === undefined || page.length < Number(_limit)) return
      query = { ...this.#query, _after: placeOf(last as T & Row, field) }
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page
  }
}

const placeOf = (row: Row, field: string) => `${(row as unknown as Record<string, unknown>)[field]},${row.id}`

const withoutUndefined = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
