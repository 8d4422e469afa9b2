import { createMiddlewareEndpoint } from '@kontor/contract/middleware/middleware.endpoints'
import { type Middleware, middleware } from '@kontor/contract/middleware/middleware.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { Cell } from '../platform/value/cell.tsx'
import { StatusTag } from '../ui/status-tag.tsx'

const CreateMiddleware = lazy(() =>
  import('./middleware.form.tsx').then((module) => ({ default: module.CreateMiddleware })),
)

const columns = columnsOf(middleware, ['name', 'kind', 'when_silent', 'organisation', 'active', 'created_at'], {
  extra: ['id', 'provider', 'url', 'time_limit_ms', 'description'],
  lines: { figure: 'kind', when: 'when_silent', state: 'active' },
  special: {
    when_silent: (row) => <WhenSilent row={row} />,
    active: (row) => <StatusTag status={row.active ? 'ACTIVE' : 'INACTIVE'} />,
  },
})
const populate = ['organisation']

/** A copy of an outcome holds no payment up: it is sent again. */
function WhenSilent({ row }: { row: Middleware }) {
  const { t } = useTranslation()
  if (row.kind === 'after') return t('middleware.sent_again')
  return <Cell entity={middleware} name="when_silent" row={row} />
}

/** The services that are asked about payments, or told what became of them. */
export default function MiddlewarePage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddButton do={createMiddlewareEndpoint}>
        {(opened, close) => <CreateMiddleware opened={opened} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
