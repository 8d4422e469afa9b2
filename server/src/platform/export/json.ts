import type { AnyRow } from '../rows/list.ts'

/** JSON with values as everywhere in the API: amounts in minor units, instants in UTC. */
export async function* jsonText(
  rows: AsyncIterable<AnyRow>,
  columns: readonly string[],
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield `${before}${JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))}`
    onRows(1)
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}
