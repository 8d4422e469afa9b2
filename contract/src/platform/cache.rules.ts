/** What the server keeps beside the rows that it is made from. It can be made again at any time. */
export const cacheNames = ['card_fields', 'day_volumes'] as const
export type CacheName = (typeof cacheNames)[number]

/** Each process has its own memory; a row of the database is there for all of them. */
export const cachePlaces: Readonly<Record<CacheName, 'process' | 'database'>> = {
  card_fields: 'process',
  day_volumes: 'database',
}
