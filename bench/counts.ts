import { compare, median } from './measure.ts'
import { type Chapter, ms, times } from './report.ts'
import type { Caller, World } from './world.ts'

const day = 86_400_000

/** Exact counts for every date range × filter, each equal to count(*). */
export async function counts(world: World): Promise<Chapter> {
  const now = Date.now()
  const since = (days: number) => new Date(Math.floor((now - days * day) / day) * day).toISOString()
  const ranges = { month: since(30), year: since(365), all: undefined }
  const filters: [string, string, string][] = [
    ['no filter', '', ''],
    ['two statuses', 'status[]=DECLINED&status[]=FAILED', `and status in ('DECLINED', 'FAILED')`],
    ['a product', 'payment_product=ideal', `and payment_product = 'ideal'`],
    ['a country', 'country_code=DE', `and country_code = 'DE'`],
    [
      'status, product and country',
      'status=SETTLEMENT_COMPLETED&payment_product=card&country_code=NL',
      `and status = 'SETTLEMENT_COMPLETED' and payment_product = 'card' and country_code = 'NL'`,
    ],
  ]
  const scopes: [string, Caller, string][] = [
    ['merchant', world.merchant, `merchant_id = '${world.merchant.id}'`],
    ['provider', world.provider, 'true'],
  ]
  const seen: { ours: number; ratio: number; isEqual: boolean; name: string }[] = []
  for (const [scope, caller, own] of scopes) {
    for (const [range, from] of Object.entries(ranges)) {
      for (const [filter, address, where] of filters) {
        const query = [from ? `created_at>=${encodeURIComponent(from)}` : '', address].filter(Boolean).join('&')
        const text = `select count(*)::int as count from transaction where ${own} ${where} ${from ? `and created_at >= '${from}'` : ''}`
        const ours = () => caller.get<{ count: number }>(`/v1/transaction/count?${query}`)
        const raw = () => world.sql.query<{ count: number }>(text)
        const isEqual = (await ours()).count === (await raw()).rows[0]?.count
        const { ours: time, ratio } = await compare(ours, raw, { rounds: 3, times: 3 })
        seen.push({ ours: time, ratio, isEqual, name: `${scope}, ${range}, ${filter}` })
      }
    }
  }
  const slowest = seen.reduce((worst, each) => (each.ours > worst.ours ? each : worst))
  const equal = seen.filter(({ isEqual }) => isEqual).length
  return {
    title: 'Counts',
    text: `${seen.length} combinations of scope, date range and filter, over HTTP, each held against count(*) in SQL.`,
    findings: [
      { what: 'equal to count(*)', budget: 'all', measured: `${equal} of ${seen.length}`, met: equal === seen.length },
      {
        what: 'the slowest',
        budget: '≤ 20 ms',
        measured: `${ms(slowest.ours)} (${slowest.name}); median ${ms(median(seen.map(({ ours }) => ours)))}`,
        met: slowest.ours <= 20,
      },
      {
        what: 'time against count(*)',
        budget: '',
        measured: `median ${times(median(seen.map(({ ratio }) => ratio)))}, best ${times(Math.min(...seen.map(({ ratio }) => ratio)))}`,
        met: undefined,
      },
    ],
  }
}
