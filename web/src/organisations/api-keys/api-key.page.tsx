import { createApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { apiKey } from '@kontor/contract/organisations/api-keys.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { RoleWords } from '../../identity/users/roles/role-words.tsx'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import typography from '../../ui/words/typography.module.css'
import { ApiKeyLastUse } from './api-key-last-use.tsx'

const CreateApiKey = lazy(() => import('./api-key.form.tsx').then((module) => ({ default: module.CreateApiKey })))

const columns = columnsOf(
  apiKey,
  ['name', 'prefix', 'status', 'organisation', 'last_used_at', 'expires_at', 'roles', 'created_at'],
  {
    extra: ['id', 'created_by', 'allowed_ips', 'revoked_at', 'revoker'],
    lines: { figure: 'prefix', when: 'last_used_at' },
    special: {
      prefix: (row) => `${row.prefix}…`,
      roles: (row) => <RoleWords names={row.roles} most={1} />,
      last_used_at: (row) => <ApiKeyLastUse row={row} />,
      created_at: (row) => (
        <>
          <Instant value={row.created_at} />
          <div className={typography.sub}>{row.created_by}</div>
        </>
      ),
      expires_at: (row) => <Expiry at={row.expires_at} />,
    },
  },
)
const populate = ['organisation']

/** The keys of the programs of all merchants, or of the merchant in view. */
export default function ApiKeyPage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddButton do={createApiKeyEndpoint}>
        {(opened, close) => <CreateApiKey opened={opened} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}

function Expiry({ at }: { at: string | null }) {
  const { t } = useTranslation()
  return at === null ? t('api_settings.never') : <Instant value={at} />
}
