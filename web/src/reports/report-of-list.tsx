import { formatQueryString } from '@kontor/contract/lists/query-string'
import { createReportEndpoint } from '@kontor/contract/reports/report.endpoints'
import { reportTypes } from '@kontor/contract/reports/report.rules'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { without } from '../platform/list/address/list-search.ts'
import type { ListLinkProps } from '../platform/list/list-link.ts'
import { useMay } from '../platform/viewer.ts'

/** Opens the form of a report with the filters and columns of a list. */
export function ReportOfList({ entity, query, columns, label, size }: ListLinkProps) {
  const may = useMay(createReportEndpoint)
  const type = reportTypes.find((each) => each === entity.name)
  if (!may || !type) return null
  const search = {
    type,
    filters: formatQueryString(without(query, ['_limit', '_skip', '_after', '_before'])),
    columns: columns.filter((name) => entity.fields[name]).join(','),
  }
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={size}
        variant="default"
        aria-label={label}
        renderRoot={(props) => <Link {...props} to="/reports/transactions/new" search={search} />}
      >
        <IconReportAnalytics size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
