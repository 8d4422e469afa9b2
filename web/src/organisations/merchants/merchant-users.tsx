import { user } from '@kontor/contract/identity/users/user.entity'
import type { UserStatus } from '@kontor/contract/identity/users/user.rules'
import { Button, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RoleWords } from '../../identity/users/roles/role-words.tsx'
import { joinAddress } from '../../platform/api/merchant-address.ts'
import { useList } from '../../platform/api/reading.ts'
import type { Related } from '../../platform/api/related.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import typography from '../../ui/words/typography.module.css'
import { InMerchantView } from './in-merchant-view.tsx'

interface Person {
  id: string
  name: string
  email: string
  status: UserStatus
  roles: string[]
  last_sign_in_at: string | null
  organisation: Related<{ id: string; name: string }>
}

/** The people who may sign in on behalf of a merchant, and the way to the screen where they are managed. */
export function MerchantUsers({ merchant }: { merchant: string }) {
  const { t } = useTranslation()
  const { history } = useRouter()
  return (
    <>
      <People merchant={merchant} />
      <Button
        size="xs"
        variant="default"
        mt="md"
        leftSection={<IconUsers size={16} aria-hidden="true" />}
        onClick={() => history.push(joinAddress({ merchant }, '/users'))}
      >
        {t('merchants.manage_users')}
      </Button>
    </>
  )
}

const most = 200

function People({ merchant }: { merchant: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data, error, refetch } = useList<typeof user, Person>(
    user,
    { merchant, _limit: String(most), _sort: 'name' },
    { populate: user.populate },
  )
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  if (data.length === 0) return <Text size="sm">{t('merchants.no_users')}</Text>
  return (
    <>
      <SmallTable label={t('merchants.tab_users')}>
        <thead>
          <tr>
            <WordsHead>{t('merchants.user')}</WordsHead>
            <WordsHead>{labels.field(user, 'roles')}</WordsHead>
            <WordsHead>{labels.field(user, 'last_sign_in_at')}</WordsHead>
          </tr>
        </thead>
        <tbody>
          {data.map((person) => (
            <tr key={person.id}>
              <WordsCell>
                <InMerchantView merchant={merchant} to={`/users/${person.id}`}>
                  {person.name}
                </InMerchantView>
                <div className={typography.sub}>
                  {person.email}
                  {placeOf(person, merchant)}
                </div>
                {person.status !== 'ACTIVE' && <StatusTag status={person.status} />}
              </WordsCell>
              <WordsCell>
                <RoleWords names={person.roles} most={2} />
              </WordsCell>
              <WordsCell>
                {person.last_sign_in_at === null ? '–' : <Instant value={person.last_sign_in_at} />}
              </WordsCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {data.length === most && (
        <Text size="sm" mt="xs">
          {t('merchants.first_by_name', { count: most })}
        </Text>
      )}
    </>
  )
}

/** The part of the tree that a person sees, when it is not all of it. */
const placeOf = ({ organisation }: Person, merchant: string) =>
  typeof organisation === 'string' || organisation.id === merchant ? '' : ` · ${organisation.name}`
