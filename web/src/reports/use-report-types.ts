import { type ReportType, reportTypes } from '@kontor/contract/reports/report.rules'
import { useContext } from 'react'
import { EntitiesContext } from '../platform/api/related.ts'
import { mayDo, useViewer } from '../platform/viewer.ts'

/** The types whose lists the viewer may open. */
export function useReportTypes(): readonly ReportType[] {
  const entities = useContext(EntitiesContext)
  const { roles } = useViewer()
  return reportTypes.filter((type) => {
    const entity = entities.get(type)
    return entity !== undefined && mayDo(entity.roles.list, roles)
  })
}
