import { type ReportType, reportTypes } from '@kontor/contract/reports/report.rules'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { EntitiesContext } from '../platform/api/related.ts'
import { useLabels } from '../platform/value/labels.ts'
import { mayDo, useSeesMerchants, useViewer } from '../platform/viewer.ts'

/** The name of a type. Two of them are lists of settlements; the provider's has what the bank said of each payout. */
export function useReportTypeName(): (type: string) => string {
  const { t } = useTranslation()
  const labels = useLabels()
  const entities = useContext(EntitiesContext)
  return (type) => {
    if (type === 'psp_settlement') return t('reports.type_psp_settlement')
    const entity = entities.get(type)
    return entity ? labels.entities(entity) : type
  }
}

/** The types that a schedule can have: a run needs the time that a row is of. */
export function useScheduledTypes(): readonly ReportType[] {
  const entities = useContext(EntitiesContext)
  return useReportTypes().filter((type) => entities.get(type)?.period)
}

/** The types whose lists the viewer may open, in this installation and this view. */
export function useReportTypes(): readonly ReportType[] {
  const entities = useContext(EntitiesContext)
  const { roles, modules } = useViewer()
  const seesMerchants = useSeesMerchants()
  return reportTypes.filter((type) => {
    const entity = entities.get(type)
    return (
      entity !== undefined &&
      (entity.module === undefined || modules.includes(entity.module)) &&
      !(entity.ofOneMerchant && seesMerchants) &&
      mayDo(entity.roles.list, roles)
    )
  })
}
