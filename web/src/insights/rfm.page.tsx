import { customerSegments } from '@kontor/contract/customers/customer.rules'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../platform/value/labels.ts'
import { ScrollBox } from '../ui/charts/plot/scroll-box.tsx'
import dataTable from '../ui/table/data-table.module.css'
import quietLink from '../ui/words/quiet-link.module.css'
import { useSegmentTarget } from './cards/segment-target.ts'
import dashboardPage from './dashboard-page.module.css'
import { DashboardHead } from './dashboard-page.tsx'
import styles from './rfm.page.module.css'

/** The meaning of each segment, and advice for it. */
export default function RfmPage() {
  const { t } = useTranslation()
  const labels = useLabels()
  const targetOf = useSegmentTarget()
  const title = t('dashboard.rfm_table')
  return (
    <div className={dashboardPage.page}>
      <DashboardHead />
      <ScrollBox label={title}>
        <table className={`${dataTable.table} ${styles.segments}`} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('fields:segment')}</th>
              <th scope="col">{t('rfm.activity')}</th>
              <th scope="col">{t('rfm.tip')}</th>
            </tr>
          </thead>
          <tbody>
            {customerSegments.map((segment) => {
              const target = targetOf(segment)
              const name = labels.value('segment', undefined, segment)
              return (
                <tr key={segment}>
                  <th scope="row">
                    {target ? (
                      <Link to={target.to} search={target.search} className={quietLink.link} preload={false}>
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </th>
                  <td>{t(`rfm.activity_of.${segment}`)}</td>
                  <td>{t(`rfm.tip_of.${segment}`)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}
