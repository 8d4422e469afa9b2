import type pg from 'pg'

type Query = (this: pg.PoolClient, ...given: unknown[]) => unknown

/**
 * Watches a pool. `seen` are the messages to the database, with a list for each transaction. `isAbout` says whether a
 * transaction was given this value.
 */
export function watchTransactions(pool: pg.Pool): {
  seen: string[][]
  isAbout(messages: string[], value: string): boolean
  stop(): void
} {
  const seen: string[][] = []
  const givenTo = new Map<string[], string>()
  const open = new Map<pg.PoolClient, string[]>()
  const watched = new Map<pg.PoolClient, Query>()
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    // The overloads of `query` all take a text or an object with a text.
    const query = client.query as Query
    watched.set(client, query)
    const watching: Query = (...given) => {
      const [asked] = given
      const text = typeof asked === 'string' ? asked : (asked as { text: string }).text
      if (text.startsWith('begin')) {
        open.set(client, [])
        seen.push(open.get(client) ?? [])
      }
      const messages = open.get(client)
      messages?.push(text)
      if (messages) givenTo.set(messages, `${givenTo.get(messages) ?? ''} ${JSON.stringify(given)}`)
      return query.apply(client, given)
    }
    client.query = watching as typeof client.query
  }
  pool.on('acquire', watch)
  return {
    seen,
    isAbout: (messages, value) => givenTo.get(messages)?.includes(value) ?? false,
    stop() {
      pool.off('acquire', watch)
      for (const [client, query] of watched) client.query = query as typeof client.query
    },
  }
}
