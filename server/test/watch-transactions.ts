import type pg from 'pg'

type Query = (this: pg.PoolClient, ...given: unknown[]) => unknown

/** Watches a pool. `seen` are the messages to the database, with a list for each transaction on behalf of the merchant. */
export function watchTransactions(pool: pg.Pool, merchant: string): { seen: string[][]; stop(): void } {
  const seen: string[][] = []
  const open = new Map<pg.PoolClient, string[]>()
  const watched = new Map<pg.PoolClient, Query>()
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    // The overloads of `query` all take a text or an object with a text.
    const query = client.query as Query
    watched.set(client, query)
    const watching: Query = (...given) => {
      const [asked] = given
      const { text, values } = typeof asked === 'string' ? { text: asked } : (asked as pg.QueryConfig)
      if (text.startsWith('begin')) open.set(client, [])
      const messages = open.get(client)
      messages?.push(text)
      // The second message says on whose behalf the transaction is.
      if (messages?.length === 2 && values?.includes(merchant)) seen.push(messages)
      return query.apply(client, given)
    }
    client.query = watching as typeof client.query
  }
  pool.on('acquire', watch)
  return {
    seen,
    stop() {
      pool.off('acquire', watch)
      for (const [client, query] of watched) client.query = query as typeof client.query
    },
  }
}
