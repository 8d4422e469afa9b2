import { merchantUsersEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import typography from '../ui/words/typography.module.css'

/** The people who may sign in on behalf of a merchant. */
export function MerchantUsers({ merchant }: { merchant: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(merchantUsersEndpoint, { params: { id: merchant } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  if (data.length === 0) return <Text size="sm">{t('merchants.no_users')}</Text>
  return (
    <SmallTable label={t('merchants.tab_users')}>
      <thead>
        <tr>
          <WordsHead>{t('merchants.user')}</WordsHead>
          <WordsHead>{t('merchants.user_state')}</WordsHead>
          <WordsHead>{t('merchants.user_last_sign_in')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {data.map((user) => (
          <tr key={user.id}>
            <WordsCell>
              {user.name}
              <div className={typography.sub}>
                {user.email}
                {user.organisation === merchant ? null : ` · ${user.organisation_name}`}
              </div>
            </WordsCell>
            <WordsCell>{t(`merchants.state.${user.state}`)}</WordsCell>
            <WordsCell>{user.last_sign_in_at === null ? '–' : <Instant value={user.last_sign_in_at} />}</WordsCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
