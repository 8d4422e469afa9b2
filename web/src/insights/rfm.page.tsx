import { customerSegments } from '@kontor/contract/customers/customer.rules'
import { customerBySegmentEndpoint } from '@kontor/contract/insights/customer-statistics.endpoints'
import { exactly } from '@kontor/contract/sums'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allTime } from '../platform/list/filters/date-presets.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { ScrollBox } from '../ui/charts/plot/scroll-box.tsx'
import dataTable from '../ui/table/data-table.module.css'
import quietLink from '../ui/words/quiet-link.module.css'
import typography from '../ui/words/typography.module.css'
import { useSegmentTarget } from './cards/segment-target.ts'
import dashboardPage from './dashboard-page.module.css'
import { DashboardHead } from './dashboard-page.tsx'
import { isConverted } from './money/conversion.ts'
import { RatesNote } from './money/rates-note.tsx'
import { useFormats } from './money/use-formats.ts'
import styles from './rfm.page.module.css'
import { useStatistics } from './use-statistics.ts'

/** Each segment: who is in it, what they bought, what the segment means, and advice for it. */
export default function RfmPage() {
  const { t } = useTranslation(['main', 'fields'])
  const labels = useLabels()
  const targetOf = useSegmentTarget()
  const title = t('dashboard.rfm_table')
  const { data, error, refetch } = useStatistics(customerBySegmentEndpoint, {
    'created_at>': allTime,
    in_base_currency: 'true',
  })
  const formats = useFormats(data?.currency_code ?? '', isConverted(data))
  if (!data)
    return (
      <div className={dashboardPage.page}>
        <DashboardHead />
        <NotYet error={error} refetch={refetch} height={560} />
      </div>
    )
  const all = {
    count: data.items.reduce((sum, { count }) => sum + count, 0),
    volume: data.items.reduce((sum, item) => sum + Number(exactly(item, 'volume') ?? 0), 0),
  }
  const share = (part: number, whole: number) => (whole === 0 ? '–' : formats.percentage((part / whole) * 100))
  return (
    <div className={dashboardPage.page}>
      <DashboardHead />
      <ScrollBox label={title}>
        <table className={`${dataTable.table} ${styles.segments}`} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('fields:segment')}</th>
              <th scope="col" data-right>
                {t('dashboard.all_customers')}
              </th>
              <th scope="col" data-right>
                {t('rfm.bought', { currency: data.currency_code })}
              </th>
              <th scope="col">{t('rfm.activity')}</th>
              <th scope="col">{t('rfm.tip')}</th>
            </tr>
          </thead>
          <tbody>
            {customerSegments.map((segment) => {
              const target = targetOf(segment)
              const item = data.items.find(({ value }) => value === segment)
              const count = formats.count(item?.count ?? 0)
              const volume = item && exactly(item, 'volume')
              return (
                <tr key={segment}>
                  <th scope="row">{labels.value('segment', undefined, segment)}</th>
                  <td data-right>
                    {target && item ? (
                      <Link to={target.to} search={target.search} className={quietLink.link} preload={false}>
                        {count}
                      </Link>
                    ) : (
                      count
                    )}
                    {item && <small>{share(item.count, all.count)}</small>}
                  </td>
                  <td data-right>
                    {item ? formats.money(volume ?? 0) : '–'}
                    {item && <small>{share(Number(volume ?? 0), all.volume)}</small>}
                  </td>
                  <td>{t(`rfm.activity_of.${segment}`)}</td>
                  <td>{t(`rfm.tip_of.${segment}`)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollBox>
      <p className={typography.sub}>{t('rfm.bought_help')}</p>
      {data.conversion && data.currencies.length > 1 && (
        <div>
          <RatesNote currency={data.currency_code} conversion={data.conversion} />
        </div>
      )}
    </div>
  )
}
